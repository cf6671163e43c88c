import Foundation
import PawlCommands
import PawlEngine
import PawlKit
import PawlTestKit
import Testing

@testable import coffee

struct LoaderTests {
    @Test func `loads a page, and the next one`() {
        let store = TestStore(loader, input: Request(list: "news"))
        store.expect(Loading(list: "news", page: 1))
        store.expectEffect(.fetchPage, FetchInput(list: "news", page: 1))

        store.answer(.fetchPage, Page(items: ["a", "b"]))
        store.expect(Loaded(list: "news", page: 1, items: ["a", "b"]))

        store.send(LoadNext())
        store.expect(Loading(list: "news", page: 2))
        store.expectEffect(.fetchPage, FetchInput(list: "news", page: 2))

        store.send(Close())
        store.expect(Closed(page: 2))
        store.expectCancelled(.fetchPage)
        store.finish()
    }

    @Test func `tries again before it says that it failed`() {
        let store = TestStore(loader, input: Request(list: "news"))
        store.expect(Loading(list: "news", page: 1))
        store.expectEffect(.fetchPage, FetchInput(list: "news", page: 1))
        for _ in 2...3 {
            store.fail(.fetchPage, "unavailable", "nobody answers")
            store.advance(by: .seconds(1))
            store.expectEffect(.fetchPage, FetchInput(list: "news", page: 1))
        }
        store.fail(.fetchPage, "unavailable", "nobody answers")
        store.expect(Failed(list: "news", page: 1, reason: "nobody answers"))
        store.finish()
    }

    /// A plugin whose work ends at once, and badly.
    struct BrokenPlugin: Plugin {
        static let name = "broken"
        init(configuration: Record) throws {}
        func register(in registry: inout PluginRegistry) throws {}
        func run() async throws { throw PluginError("nothing works") }
    }

    /// A plugin that has no pages any more, and says so with an error of its own.
    struct EmptyPagesPlugin: Plugin {
        static let name = "pages"
        init(configuration: Record) throws {}
        func register(in registry: inout PluginRegistry) throws {
            try registry.provide(.fetchPage, errors: ["gone"], metadata: ServiceMetadata(summary: "Has no pages.")) {
                { _, _ in throw ServiceFailure("gone", "the list is gone") }
            }
        }
    }

    @Test func `an error that the service declares reaches the system`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "loader-\(UUID()).db").path()
        let configuration = FileManager.default.temporaryDirectory.appending(path: "loader-\(UUID()).yaml").path()
        try Data("plugins: [pages]\n".utf8).write(to: URL(filePath: configuration))
        let engine = try await Pawl.engine(
            store: path, configuration: configuration, plugins: [EmptyPagesPlugin.self], systems: [loader])
        let run = try await engine.start(loader, input: Request(list: "news"))
        for try await entry in run.entries() where entry.to == ["Failed"] {
            #expect(entry.body.data?.description.contains("\"the list is gone\"") == true, "\(entry.body.data?.description ?? "")")
            break
        }
        await engine.shutDown()
    }

    @Test func `an engine stops when the work of a plugin fails`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "loader-\(UUID()).db").path()
        let configuration = FileManager.default.temporaryDirectory.appending(path: "loader-\(UUID()).yaml").path()
        try Data("plugins: [pages, broken]\n".utf8).write(to: URL(filePath: configuration))
        let engine = try await Pawl.engine(
            store: path, configuration: configuration, plugins: [PagesPlugin.self, BrokenPlugin.self], systems: [loader])
        await #expect {
            while true { _ = try await engine.start(loader, input: Request(list: "\(UUID())")) }
        } throws: {
            ($0 as? WorkflowError)?.code == .stopping
        }
        await engine.shutDown()
    }

    @Test func `runs in an engine of the program`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "loader-\(UUID()).db").path()
        let engine = try await Pawl.engine(store: path, plugins: plugins, systems: [loader])
        let run = try await engine.start(loader, input: Request(list: "news"))
        for try await entry in run.entries() where entry.to == ["Loaded"] { break }
        try await run.send(Close())
        let closed = try await run.result(as: Closed.self)
        #expect(closed.page == 1)
        // The loader computes its key, so that one that is given would count for nothing.
        await #expect { try await engine.start(loader, input: Request(list: "more"), key: "other") } throws: {
            ($0 as? WorkflowError)?.code == .input
        }
        await engine.shutDown()

        // It is all in the journal, for this program or the next.
        let later = try await Pawl.engine(store: path, plugins: plugins, systems: [loader])
        let found = try #require(try await later.run("loader", key: "news"))
        #expect(try await found.standing.status == .finished)
        await #expect(throws: WorkflowError.self) { try await found.send(Close()) }
        // Nothing more comes, and nobody of that name ever does.
        for try await entry in found.entries(after: 1_000) { Issue.record("\(entry.position)") }
        await #expect { try await later.run(InstanceID(rawValue: "nobody")).result(as: Closed.self) } throws: {
            ($0 as? WorkflowError)?.code == .unknownInstance
        }
        await later.shutDown()
    }
}
