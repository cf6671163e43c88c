package import PawlKit

extension ServiceFact {
    /// The fact in words.
    package var wording: Wording {
        switch self {
        case .duplicatePlugin(let name):
            Wording("there are two plugins named '\(name)'", relatedLabel: "the other one", help: "give one of them another `static name`")
        case .unknownPlugin(let name, let nearest, let known):
            Wording(
                "there is no plugin '\(name)'", label: didYouMean(nearest),
                help: known.isEmpty ? "this program was built without plugins" : "built in are \(list(known))")
        case .missingConfiguration(let plugin, let fields):
            Wording(
                "the plugin '\(plugin)' needs \(list(fields))",
                help: "write them in its section: - \(plugin): { \(fields.joined(separator: ": …, ")): … }")
        case .pluginFailed(let plugin, let reason):
            Wording("the plugin '\(plugin)' cannot be used: \(reason)")
        case .invalidName(let name, let owner):
            Wording(
                "'\(name)' of \(owner) is no name of a service",
                help: "a name is made of identifiers with dots between them, such as payments.charge")
        case .reservedName(let name, let owner):
            Wording("'\(name)' of \(owner) is reserved", help: "names that start with 'workflow.' belong to the engine; choose another")
        case .duplicateService(let name, let first, let second):
            Wording(
                "the service '\(name)' is registered twice: by \(first) and by \(second)", relatedLabel: "also here",
                help: "use only one of the two, or register the service under another name")
        case .unknownUse(let service, let plugin, let use, let nearest):
            Wording(
                "the service '\(service)' of the plugin '\(plugin)' uses '\(use)', which nothing provides", label: didYouMean(nearest),
                help: nearest.map { "write '\($0)' in its `uses`" }
                    ?? "add the plugin that provides '\(use)', or bind the name in pawl.yaml")
        case .circularUses(let path):
            Wording(
                "services use each other in a circle: \(path.joined(separator: " → "))", help: "take one of them out of the other's `uses`")
        case .duplicateBinding(let name):
            Wording("the service '\(name)' is bound twice", label: "again here", relatedLabel: "first here", help: "remove one of the two")
        case .unknownTarget(let binding, let use, let nearest):
            Wording(
                "'\(binding)' is bound to '\(use)', which nothing provides", label: didYouMean(nearest),
                help: nearest == nil ? "add the plugin that provides '\(use)' to `plugins`; `pawl services` lists what there is" : nil)
        case .circularBindings(let path):
            Wording(
                "services are bound to each other in a circle: \(path.joined(separator: " → "))",
                help: "bind one of them to a service of a plugin")
        case .unknownArgument(let name, let service, let nearest, let known):
            Wording(
                "'\(name)' is not an input of '\(service)'", label: didYouMean(nearest),
                help: known.isEmpty ? "'\(service)' takes no input" : "it takes \(list(known))")
        case .argumentFrozen(let name, let service):
            Wording(
                "'\(name)' is given already by the binding of '\(service)'", relatedLabel: "given here", help: "remove it in one of the two"
            )
        case .argumentMismatch(let name, let service, let problem):
            Wording("'\(name)' does not fit the input of '\(service)': \(problem)")
        case .missingArgument(let name, let type, let service):
            Wording(
                "'\(service)' needs '\(name)' (\(type)), and only its binding can give it", help: "write with: { \(name): … }")
        case .missingService(let name, let nearest):
            Wording(
                "nothing provides the service '\(name)'", label: didYouMean(nearest),
                help: nearest == nil
                    ? "add a plugin that provides it, or bind it in pawl.yaml: services: { \(name): { use: … } }; `pawl services` lists what there is"
                    : nil)
        case .inputUnknown(let field, let service, let nearest, let known):
            Wording(
                "'\(service)' does not take the input '\(field)' that this file declares", label: didYouMean(nearest),
                relatedLabel: "provided here",
                help: known.isEmpty ? "it takes no input" : "it takes \(list(known))")
        case .inputFrozen(let field, let service):
            Wording(
                "the input '\(field)' of '\(service)' is given by its binding, so this file cannot give it", relatedLabel: "given here",
                help: "remove '\(field)' here, or from `with` of the binding")
        case .inputMissing(let field, let type, let service):
            Wording(
                "'\(service)' needs the input '\(field)' (\(type)), which this file does not declare", relatedLabel: "provided here",
                help: "declare '\(field): \(type)' in its input, or give it in `with` of a binding in pawl.yaml")
        case .inputMismatch(let field, let given, let wanted, let service):
            Wording(
                "the input '\(field)' of '\(service)' is declared \(given) here, but the service takes \(wanted)",
                relatedLabel: "provided here",
                help: "declare '\(field): \(wanted)'")
        case .outputMissing(let field, let type, let service):
            Wording(
                "'\(service)' does not give the output '\(field)' (\(type)) that this file declares", relatedLabel: "provided here",
                help: "remove '\(field)' from its output, or bind the name to a service that gives it")
        case .outputUndeclared(let field, let type, let service):
            Wording(
                "'\(service)' gives the output '\(field)' (\(type)), which this file does not declare", relatedLabel: "provided here",
                help: "declare '\(field): \(type)' in its output")
        case .outputMismatch(let field, let given, let wanted, let service):
            Wording(
                "the output '\(field)' of '\(service)' is declared \(wanted) here, but the service gives \(given)",
                relatedLabel: "provided here",
                help: "declare '\(field): \(given)'")
        case .undeclaredErrors(let codes, let service):
            Wording(
                "'\(service)' may fail with \(list(codes)), which this file does not declare", relatedLabel: "provided here",
                help:
                    "add \(codes.count == 1 ? "it" : "them") to its `errors`, so that `retry` and `failure` can name \(codes.count == 1 ? "it" : "them")"
            )
        case .elementsMissing(let service):
            Wording(
                "'\(service)' gives no elements, and this file declares some", relatedLabel: "provided here",
                help: "remove its `elements`, or bind the name to a service that streams")
        case .elementMismatch(let field, let given, let wanted, let service):
            Wording(
                "the elements of '\(service)' are declared with '\(field)' (\(wanted)) here, but the service gives "
                    + (given.map { "it as \($0)" } ?? "no such field"), relatedLabel: "provided here",
                help: given.map { "declare '\(field): \($0)'" } ?? "remove it")
        }
    }

    private func didYouMean(_ nearest: String?) -> String { nearest.map { "did you mean '\($0)'?" } ?? "" }

    private func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
