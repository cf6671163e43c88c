import Foundation
import PawlDefinition
import PawlKit
import Testing

/// A machine of SCXML with its script: events, with delays before them, and the configuration after each.
struct SCXMLScript: Sendable, CustomTestStringConvertible {
    let group: String
    let name: String
    let machine: URL
    let initial: Set<String>
    let steps: [Step]

    struct Step: Sendable {
        /// How long to wait first.
        let delay: TimeAmount
        let event: String
        /// The payload as JSON.
        let payload: [UInt8]
        let configuration: Set<String>
    }

    var testDescription: String { "\(group)/\(name)" }

    /// The names of all events that the script sends.
    var events: [String] {
        var seen: Set<String> = []
        return steps.map(\.event).filter { seen.insert($0).inserted }
    }

    /// The machine as a workflow.
    func translated() throws -> ImportedWorkflow {
        let bytes = Array(try Data(contentsOf: machine))
        return SCXMLImporter.translate(bytes, file: machine.lastPathComponent, name: name, events: events)
    }

    /// A name as the importer writes it.
    static func mapped(_ name: String) -> String {
        let mapped = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return mapped.first?.isNumber == true ? "_" + mapped : mapped
    }

    // MARK: Reading

    private struct File: Decodable {
        struct Entry: Decodable {
            struct Event: Decodable {
                let name: String
                let data: JSON?
            }
            let after: Int64?
            let event: Event
            let nextConfiguration: [String]
        }
        let initialConfiguration: [String]
        let events: [Entry]
    }

    /// Any JSON, kept to be sent on.
    private enum JSON: Decodable {
        case other(any Encodable & Sendable)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let fields = try? container.decode([String: JSONScalar].self) {
                self = .other(fields)
            } else {
                self = .other([String: JSONScalar]())
            }
        }
    }

    private enum JSONScalar: Codable, Sendable {
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            }
        }
    }

    /// All scripts in the folders of a folder, or in itself.
    static func all(in folder: URL) throws -> [SCXMLScript] {
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        let scripts = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
        return try scripts.sorted { $0.path < $1.path }.compactMap { script in
            let machine = script.deletingPathExtension().appendingPathExtension("scxml")
            guard FileManager.default.fileExists(atPath: machine.path) else { return nil }
            return try SCXMLScript(script, machine)
        }
    }

    private init(_ script: URL, _ machine: URL) throws {
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: script))
        group = script.deletingLastPathComponent().lastPathComponent
        name = script.deletingPathExtension().lastPathComponent
        self.machine = machine
        initial = Set(file.initialConfiguration.map(Self.mapped))
        steps = try file.events.map { entry in
            var payload = Array("{}".utf8)
            if case .other(let fields)? = entry.event.data { payload = Array(try JSONEncoder().encode(fields)) }
            return Step(
                delay: .milliseconds(entry.after ?? 0), event: entry.event.name, payload: payload,
                configuration: Set(entry.nextConfiguration.map(Self.mapped)))
        }
    }
}
