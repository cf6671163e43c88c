import PawlExpression
import PawlKit
package import PawlMachine
import PawlYAML

/// What the engine's `done` of a state carries.
enum DoneProvider {
    /// The output of the state's only feedback without `success`.
    case known(RecordType)
    /// There is such a feedback, and what it gives was reported.
    case unknown
}

extension Feedback.Strategy: CaseIterable {
    package static var allCases: [Feedback.Strategy] { [.cancelOnNewState, .continueOnNewState] }
}

extension Feedback.Delivery: CaseIterable {
    package static var allCases: [Feedback.Delivery] { [.atLeastOnce, .atMostOnce] }
}

extension DefinitionBuilder {
    /// Reads a feedback: one of the machine for each state that starts it.
    func readFeedback(_ node: YAMLNode, sectionDisables: [SourcedExpression]) {
        guard let section = Section(node, .feedback, findings) else { return }
        let started = readStarts(section, node)
        guard let perform = section["perform"] else {
            findings.report(DefinitionFact.missingKey("perform", in: "a feedback", help: "the name of a service"), at: section.start)
            for state in started { doneProviders[state] = .unknown }
            return
        }
        let service = findings.text(perform.value, of: "`perform`")
        let entry = service.flatMap { resolveService($0.text, at: $0.range) }
        guard let service, let entry, !entry.isBroken else {
            findings.isComplete = false
            for state in started { doneProviders[state] = .unknown }
            return
        }
        let draft = FeedbackDraft(
            section: section, service: service.text, entry: entry, performRange: service.range,
            strategy: section["strategy"].flatMap {
                findings.word(
                    $0.value, of: "strategy", as: Feedback.Strategy.self, later: ["cancelPrevious", "queue", "ignoreWhileRunning"])
            } ?? .cancelOnNewState,
            delivery: section["delivery"].flatMap { findings.word($0.value, of: "delivery", as: Feedback.Delivery.self) } ?? .atLeastOnce,
            timeout: section["timeout"].flatMap { positiveDuration($0.value, of: "`timeout`") },
            retry: section["retry"].flatMap { readRetry($0.value, of: entry.interface) } ?? .never)
        if draft.delivery == .atMostOnce, let retry = section["retry"] {
            findings.report(DefinitionFact.retryOfAtMostOnce, at: retry.key.range, related: section["delivery"]?.value.range)
        }
        let id = section["id"].flatMap { readID($0.value) }
        for state in started {
            let path = states[state].state.path
            let name = id.map { started.count == 1 ? $0 : "\(path)/\($0)" } ?? "\(path)/\(draft.serviceName)"
            if let earlier = feedbackRanges.updateValue(section["id"]?.value.range ?? draft.performRange, forKey: ByteString(name)) {
                findings.report(
                    DefinitionFact.feedbackNamedTwice(name), at: section["id"]?.value.range ?? draft.performRange, related: earlier)
            }
            compile(draft, name: name, in: state, sectionDisables: sectionDisables)
        }
    }

    /// A feedback of the file as far as it is the same for all its states.
    struct FeedbackDraft {
        var section: Section
        var service: String
        var entry: ServiceTable.Entry
        var performRange: SourceRange
        var strategy: Feedback.Strategy
        var delivery: Feedback.Delivery
        var timeout: TimeAmount?
        var retry: RetryRule

        var serviceName: String { service }
    }

    private func readStarts(_ section: Section, _ node: YAMLNode) -> [StateIndex] {
        guard let on = section["on"] else {
            // `event` is refused already, as not supported yet.
            if node.pairs?.contains(where: { $0.name == "event" }) != true {
                findings.report(
                    DefinitionFact.missingKey("on", in: "a feedback", help: "the state that starts it, or a list of states"),
                    at: section.start)
            }
            return []
        }
        var started: [StateIndex] = []
        for (name, range) in findings.texts(on.value, of: "`on`") {
            guard let state = resolveState(name, at: range), !started.contains(state) else { continue }
            if states[state].state.isFinal {
                findings.report(DefinitionFact.feedbackOnFinal(states[state].state.path), at: range, related: states[state].state.range)
                continue
            }
            started.append(state)
        }
        return started
    }

    private func readID(_ node: YAMLNode) -> String? {
        guard let (text, range) = findings.text(node, of: "`id`") else { return nil }
        if !Names.isCode(text) {
            findings.report(DefinitionFact.badCode(text, of: "an id"), at: range)
            return nil
        }
        return text
    }

    // MARK: One state

    private func compile(_ draft: FeedbackDraft, name: String, in state: StateIndex, sectionDisables: [SourcedExpression]) {
        let section = draft.section
        let visible = states[state].state.visible.type
        guard case .record(let output) = draft.entry.interface.output else {
            findings.report(DefinitionFact.outputUnknown(draft.service), at: draft.performRange, related: nil)
            doneProviders[state] = .unknown
            return
        }
        let visibleOutput = RecordType(name: "the result of '\(draft.service)'", fields: output.fields)
        var disables = sectionDisables
        if let disable = section["disable"] {
            let compiler = scopes(.init(state: visible, settings: true))
            disables.insert(compiler.compile(disable.value, of: "`disable`", expecting: .bool) ?? placeholder, at: 0)
        }
        let (input, inputType) = readInput(draft, in: scopes(.init(state: visible, capabilities: [.active, .uuid, .secret])))
        let success = readOutcome(section["success"], of: draft, isSuccess: true, state: visible, result: visibleOutput)
        let failure = readOutcome(section["failure"], of: draft, isSuccess: false, state: visible, result: visibleOutput)
        let feedback = Feedback(
            name: name, state: state, service: draft.service, input: input, inputType: inputType, outputType: output,
            strategy: draft.strategy, timeout: draft.timeout, retry: draft.retry, success: success.outcome, failure: failure.outcome,
            delivery: draft.delivery, disables: disables, outcomeReadsState: success.readsState || failure.readsState,
            range: draft.performRange)
        if section["success"] == nil { noteDone(feedback, draft, visibleOutput) }
        feedbacks.append(feedback)
    }

    /// A feedback without `success` raises `done`, of which a state has one at most.
    private func noteDone(_ feedback: Feedback, _ draft: FeedbackDraft, _ output: RecordType) {
        let path = states[feedback.state].state.path
        if draft.strategy == .continueOnNewState {
            findings.report(
                DefinitionFact.outlivesWithoutSuccess(path), at: draft.section["strategy"]?.value.range ?? draft.performRange)
        }
        if doneProviders[feedback.state] != nil {
            findings.report(
                DefinitionFact.twoWithoutSuccess(path), at: draft.performRange, related: doneRanges[feedback.state], detail: path)
            return
        }
        doneProviders[feedback.state] = .known(output)
        doneRanges[feedback.state] = draft.performRange
    }

    private func readInput(_ draft: FeedbackDraft, in compiler: ScopedCompiler) -> (Template, RecordType) {
        var type = draft.entry.interface.input
        let given = draft.section["with"]
        var pairs: [YAMLPair] = []
        if let given, !given.value.isNull {
            guard let found = given.value.pairs else {
                findings.report(
                    DefinitionFact.wrongShape(what: "`with`", expected: "a mapping", found: given.value.kindText), at: given.value.headRange
                )
                return (.constant(.null), type)
            }
            pairs = found
        }
        if draft.entry.takesAnyInput {
            let more = pairs.filter { type.slot(of: $0.name) == nil }.map { RecordType.Field($0.name, .any) }
            if !more.isEmpty { type = RecordType(name: type.name, fields: type.fields + more) }
        }
        let reader = TemplateReader(findings: findings, scope: compiler)
        let owner = "service '\(draft.service)'"
        guard let (fields, isComplete) = reader.fields(pairs, of: type, owner: owner) else { return (.constant(.null), type) }
        let missing = type.fields.indices.filter { fields[$0] == nil && !type.fields[$0].isOptional }
        if !missing.isEmpty, isComplete {
            findings.report(
                DefinitionFact.missingInput(missing.map { type.fields[$0] }, service: draft.service),
                at: given?.key.range ?? draft.performRange, related: draft.entry.input.range(of: missing[0]))
        }
        return (TemplateReader.record(type, fields.map { $0?.template }), type)
    }
}
