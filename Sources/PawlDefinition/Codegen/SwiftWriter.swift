import PawlKit

/// Writes declarations as Swift.
struct SwiftWriter {
    private let access: String
    private let isInternal: Bool
    private let root: String
    /// The names that more than one type has, so that they must be written with what they are in.
    private let ambiguous: Set<String>
    private(set) var text = ""
    /// Whether anything of PawlKit was named.
    private(set) var needsPawlKit = false
    private var depth = 0

    init(_ root: SwiftDeclaration, access: SwiftAccess) {
        self.access = access == .internal ? "" : access.rawValue + " "
        isInternal = access == .internal
        self.root = root.name
        var seen: Set<String> = []
        ambiguous = Set(root.allNames.filter { !seen.insert($0).inserted })
        write(root)
    }

    // MARK: Declarations

    private mutating func write(_ declaration: SwiftDeclaration) {
        comment(declaration.comment)
        let name = SwiftName.escaped(declaration.name)
        switch declaration.kind {
        case .namespace:
            open("enum \(name)")
            if let text = declaration.workflowName { line("\(access)static let name = \(SwiftLiteral.text(text))") }
            writeMembers(declaration, isFirst: declaration.workflowName == nil)
            close()
        case .service:
            needsPawlKit = true
            open("enum \(name): ServiceSignature")
            line("\(access)static let name: ServiceName<Input, Output> = \(SwiftLiteral.text(declaration.workflowName ?? ""))")
            writeMembers(declaration, isFirst: false)
            close()
        case .alias(let type): line("\(access)typealias \(name) = \(self.text(of: type))")
        case .enumeration(let type, let cases):
            open("enum \(name): String, CaseIterable, Codable, Hashable, Sendable")
            for (name, member) in zip(cases, type.members) { line(caseLine(name, text: member)) }
            close()
        case .record(_, let properties):
            if properties.isEmpty, declaration.members.isEmpty, declaration.workflowName == nil, isInternal {
                line("struct \(name): Codable, Hashable, Sendable {}")
                return
            }
            open("struct \(name): Codable, Hashable, Sendable")
            if let text = declaration.workflowName { line("\(access)static let name = \(SwiftLiteral.text(text))") }
            writeProperties(properties, isFirst: declaration.workflowName == nil)
            writeMembers(declaration, isFirst: properties.isEmpty && declaration.workflowName == nil && isInternal)
            close()
        }
    }

    private mutating func writeMembers(_ declaration: SwiftDeclaration, isFirst: Bool) {
        for (index, member) in declaration.members.enumerated() {
            if index > 0 || !isFirst { line("") }
            write(member)
        }
    }

    private mutating func writeProperties(_ properties: [SwiftDeclaration.Property], isFirst: Bool) {
        if !isFirst, !properties.isEmpty { line("") }
        for property in properties {
            line("\(access)var \(SwiftName.escaped(property.name)): \(self.text(of: property))")
        }
        // Swift writes one for types that are not seen elsewhere.
        if !isInternal { writeInitializer(properties, isFirst: isFirst && properties.isEmpty) }
        guard properties.contains(where: { $0.name != $0.field }) else { return }
        line("")
        open("enum CodingKeys: String, CodingKey", access: "private ")
        for property in properties { line(caseLine(property.name, text: property.field)) }
        close()
    }

    private mutating func writeInitializer(_ properties: [SwiftDeclaration.Property], isFirst: Bool) {
        if !isFirst { line("") }
        let parameters = properties.map { property in
            "\(SwiftName.escaped(property.name)): \(self.text(of: property))" + (property.isOptional ? " = nil" : "")
        }
        let oneLine = "\(access)init(\(parameters.joined(separator: ", ")))"
        guard !properties.isEmpty else { return line(oneLine + " {}") }
        if oneLine.utf8.count <= 100 {
            open("init(\(parameters.joined(separator: ", ")))")
        } else {
            line("\(access)init(")
            for (index, parameter) in parameters.enumerated() { line("    " + parameter + (index == parameters.count - 1 ? "" : ",")) }
            line(") {")
            depth += 1
        }
        for property in properties {
            let name = SwiftName.escaped(property.name)
            line("self.\(name) = \(name)")
        }
        close()
    }

    private func caseLine(_ name: String, text: String) -> String {
        "case \(SwiftName.escaped(name))" + (UTF8Order.equal(name, text) ? "" : " = \(SwiftLiteral.text(text))")
    }

    // MARK: Types

    private mutating func text(of property: SwiftDeclaration.Property) -> String {
        text(of: property.type) + (property.isOptional ? "?" : "")
    }

    private mutating func text(of type: SwiftType) -> String {
        switch type {
        case .plain(let name):
            if ["Value", "Timestamp", "TimeAmount"].contains(name) { needsPawlKit = true }
            return SwiftName.escaped(name)
        case .named(let name): return ambiguous.contains(name) ? "\(root).\(SwiftName.escaped(name))" : SwiftName.escaped(name)
        case .list(let element): return "[\(text(of: element))]"
        case .map(let value): return "[String: \(text(of: value))]"
        }
    }

    // MARK: Lines

    private mutating func comment(_ comment: String) {
        // `split` takes all kinds of line ends, of which some end a comment of Swift as well.
        for part in comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            line(part.isEmpty ? "///" : "/// \(part)")
        }
    }

    private mutating func open(_ text: String, access: String? = nil) {
        line("\(access ?? self.access)\(text) {")
        depth += 1
    }

    private mutating func close() {
        depth -= 1
        line("}")
    }

    private mutating func line(_ text: String) {
        if !text.isEmpty { self.text += String(repeating: "    ", count: depth) + text }
        self.text += "\n"
    }
}

extension SwiftDeclaration {
    /// The names of all types in here.
    fileprivate var allNames: [String] { [name] + members.flatMap(\.allNames) }
}
