import PawlKit
import PawlServices
import PawlYAML

/// A binding as it is written: what depends on the types of services is not read yet.
struct BindingSyntax: Sendable {
    /// The name that is bound.
    var name: String
    /// Where the name stands.
    var range: SourceRange
    /// The name of the service it stands for.
    var use: String
    /// Where that stands.
    var useRange: SourceRange
    /// What `with` gives.
    var arguments: [YAMLPair] = []
    var input: YAMLPair?
    var output: YAMLPair?
    var elements: YAMLPair?
    var errors: YAMLPair?
    var limits: ServiceLimits?
    /// 0 for the file itself, 1 for a profile.
    var layer = 0

    /// Whether it does more than give input.
    var hasAdapter: Bool { input != nil || output != nil || elements != nil || errors != nil }
}

/// Reads bindings as far as that needs no types.
enum BindingReader {
    /// The bindings of a `services:` section.
    static func readAll(_ node: YAMLNode, layer: Int, _ findings: Findings) -> [BindingSyntax] {
        findings.entries(node, of: "`services`").compactMap { pair in
            if !Names.isServiceName(pair.name) { findings.report(DefinitionFact.badServiceName(pair.name), at: pair.key.range) }
            return read(pair, layer: layer, findings)
        }
    }

    /// The binding of a name.
    static func read(_ pair: YAMLPair, layer: Int, _ findings: Findings) -> BindingSyntax? {
        guard let section = Section(pair.value, .binding, findings) else { return nil }
        guard let use = section["use"] else {
            findings.report(
                DefinitionFact.missingKey("use", in: "a binding", help: "the name of the service it stands for"), at: pair.key.range)
            return nil
        }
        guard let (target, range) = findings.text(use.value, of: "`use`") else { return nil }
        return BindingSyntax(
            name: pair.name, range: pair.key.range, use: target, useRange: range,
            arguments: section["with"].map { findings.entries($0.value, of: "`with`") } ?? [], input: section["input"],
            output: section["output"], elements: section["elements"], errors: section["errors"],
            limits: section["limits"].flatMap { limits($0.value, findings) }, layer: layer)
    }

    private static func limits(_ node: YAMLNode, _ findings: Findings) -> ServiceLimits? {
        guard let section = Section(node, .bindingLimits, findings) else { return nil }
        var limits = ServiceLimits()
        if let concurrency = section["concurrency"] {
            limits.concurrency = findings.number(
                concurrency.value, as: .int, of: "concurrency", from: 1, to: 100_000, needs: "a whole number from 1 to 100000"
            ).map { Int($0) }
        }
        if let rate = section["rate"], let (text, range) = findings.text(rate.value, of: "`rate`") {
            limits.rate = ServiceLimits.Rate(text)
            if limits.rate == nil { findings.report(ConfigurationFact.badRate(text), at: range) }
        }
        return limits.concurrency == nil && limits.rate == nil ? nil : limits
    }
}
