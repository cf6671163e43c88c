import PawlKit
import PawlMachine
import PawlYAML

/// The codes that a retry may name.
package struct RetryCodes {
    /// The errors that the service declares.
    private let declared: [String]

    package init(declared: [String]) { self.declared = declared }

    /// What is wrong with a code of `only` or `unless`; nil when nothing is.
    package func problem(_ code: String, isOnly: Bool) -> DefinitionFact? {
        let known = declared + EngineErrorCode.allCases.map(\.rawValue)
        if !known.contains(where: { UTF8Order.equal($0, code) }) {
            return .unknownErrorCode(code, suggestion: NearestName.find(code, among: known), known: known)
        }
        let never: [EngineErrorCode] = [.invalidOutput, .interrupted, .cancelled]
        let isNever = never.contains { $0.rawValue == code } && !declared.contains(code)
        return isOnly && isNever ? .neverRetried(code) : nil
    }
}

extension DefinitionBuilder {
    /// Reads `retry`. What is not given has the values of ``RetryRule``.
    func readRetry(_ node: YAMLNode, of interface: ServiceInterface) -> RetryRule? {
        guard let section = Section(node, .retry, findings) else { return nil }
        guard let attempts = section["attempts"] else {
            findings.report(
                DefinitionFact.missingKey("attempts", in: "`retry`", help: "how often it is tried, the first time included"),
                at: section.start)
            return nil
        }
        let count = number(attempts.value, as: .int, of: "attempts", from: 1, to: 1_000_000, needs: "a whole number from 1 to 1000000")
        var rule = RetryRule(attempts: count.map { Int($0) } ?? 1)
        if let delay = section["delay"], let amount = duration(delay.value, of: "`delay`") { rule.delay = amount }
        if let maximum = section["maxDelay"], let amount = duration(maximum.value, of: "`maxDelay`") { rule.maximumDelay = amount }
        if let factor = section["factor"] {
            rule.factor =
                number(factor.value, as: .double, of: "factor", from: 1, to: 1_000, needs: "a number from 1 to 1000") ?? rule.factor
        }
        if let jitter = section["jitter"] {
            rule.jitter = number(jitter.value, as: .double, of: "jitter", from: 0, to: 1, needs: "a number from 0 to 1") ?? rule.jitter
        }
        if let only = section["only"] { rule.only = codes(only.value, isOnly: true, of: interface) }
        if let unless = section["unless"] { rule.unless = codes(unless.value, isOnly: false, of: interface) }
        return rule
    }

    private func codes(_ node: YAMLNode, isOnly: Bool, of interface: ServiceInterface) -> [String] {
        let codes = RetryCodes(declared: interface.errors)
        return findings.texts(node, of: isOnly ? "`only`" : "`unless`").map { code, range in
            if let problem = codes.problem(code, isOnly: isOnly) { findings.report(problem, at: range) }
            return code
        }
    }

    func number(
        _ node: YAMLNode, as type: ValueType, of field: String, from least: Double, to most: Double, needs: String
    ) -> Double? {
        findings.number(node, as: type, of: field, from: least, to: most, needs: needs)
    }

    /// A length of time that is not negative.
    func duration(_ node: YAMLNode, of what: String) -> TimeAmount? {
        guard let (text, range) = findings.text(node, of: what) else { return nil }
        guard let amount = TimeAmount(text), amount >= .zero else {
            findings.report(DefinitionFact.badDuration(text, of: what), at: range)
            return nil
        }
        return amount
    }

    /// A length of time that is more than none.
    func positiveDuration(_ node: YAMLNode, of what: String) -> TimeAmount? {
        guard let amount = duration(node, of: what) else { return nil }
        guard amount > .zero else {
            findings.report(DefinitionFact.badDuration(node.scalar?.text ?? "", of: what), at: node.range)
            return nil
        }
        return amount
    }
}
