import PawlKit

/// Has the pages of lists.
struct PagesPlugin: Plugin {
    static let name = "pages"

    init(configuration: Record) throws {}

    func register(in registry: inout PluginRegistry) throws {
        try registry.provide(.fetchPage, metadata: ServiceMetadata(summary: "Gives a page of a list.", isIdempotent: true)) {
            { input, context in
                // A page that takes for ever, once somebody asks for that: then a test can end the process in the middle of it.
                if let marker = context.ports.environment.variable("PAGES_HANG"), input.page == 2 {
                    try context.ports.files.write([], to: marker, replacing: true)
                    try await context.ports.clock.sleep(until: context.ports.clock.now.advanced(by: .hours(1)))
                }
                return Page(items: (1...3).map { "\(input.list) \(3 * (input.page - 1) + $0)" })
            }
        }
    }
}
