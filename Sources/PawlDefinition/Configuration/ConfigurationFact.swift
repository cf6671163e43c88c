package import PawlKit

/// What can be the matter with pawl.yaml alone; its shape and values have the facts of workflow files.
package enum ConfigurationFact: DiagnosticFact, Hashable {
    case missingSettings([RecordType.Field], workflow: String)
    case pluginShape
    case noValue(String)
    case badRate(String)
    case unclearCondition(readsBoth: Bool)
    case noElements(service: String)
    case engineCode(String)
    case outputShape(String)

    /// The stable code.
    package var code: DiagnosticCode {
        switch self {
        case .missingSettings: .init(550)
        case .pluginShape: .init(551)
        case .noValue: .init(552)
        case .badRate: .init(553)
        case .unclearCondition: .init(554)
        case .noElements: .init(555)
        case .engineCode: .init(556)
        case .outputShape: .init(557)
        }
    }

    /// Nothing works without what is missing.
    package var severity: Severity { .error }
}

extension ConfigurationFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .missingSettings(let fields, let workflow):
            Wording(
                "workflow '\(workflow)' needs the setting\(fields.count == 1 ? "" : "s") \(DefinitionFact.list(fields))",
                label: "not given",
                help: "add settings: { \(fields.prefix(4).map { "\($0.name): …" }.joined(separator: ", ")) } to pawl.yaml")
        case .pluginShape:
            Wording(
                "a plugin is written as its name, or as its name with its section", label: "neither",
                help: "- log, or - exec: { directory: scripts }")
        case .noValue(let reason):
            Wording("the expression has no value: \(reason)")
        case .badRate(let text):
            Wording(
                "'\(text)' is no rate", help: "write how many calls may start in a second, a minute or an hour: 100/s, 100/m, 100/h")
        case .unclearCondition(let readsBoth):
            Wording(
                readsBoth ? "a condition reads `result` or `error`, not both" : "the condition reads neither `result` nor `error`",
                help: readsBoth
                    ? "a call has one of the two; write an entry for each"
                    : "result.… looks at what the service gave, error.code at how it failed; without `when` every failure gets the code")
        case .noElements(let service):
            Wording("'\(service)' gives no elements", help: "remove `elements`")
        case .engineCode(let code):
            Wording("the code '\(code)' is the engine's to give", help: "choose a code of your own, such as declined")
        case .outputShape(let type):
            Wording(
                "an output is a record, and the expression gives \(type)",
                help: "give it a name: output: { value: \"${ … }\" }")
        }
    }
}
