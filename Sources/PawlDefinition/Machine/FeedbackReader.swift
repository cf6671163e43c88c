import PawlExpression
import PawlKit
package import PawlMachine
import PawlServices
import PawlYAML

/// What the engine's `done` of a state carries.
enum DoneProvider {
    /// The output of the state's only feedback without `success`, or what is inside gives at its end.
    case known(RecordType)
    /// There is such a feedback, and what it gives was reported.
    case unknown
}

extension FeedbackRule.Strategy: CaseIterable {
    package static var allCases: [FeedbackRule.Strategy] {
        [.cancelOnNewState, .continueOnNewState, .cancelPrevious, .queue, .ignoreWhileRunning]
    }
}

extension FeedbackRule.Delivery: CaseIterable {
    package static var allCases: [FeedbackRule.Delivery] { [.atLeastOnce, .atMostOnce] }
}

extension DefinitionBuilder {
    /// Reads a feedback: one of the machine for each state or event that starts it.
    func readFeedback(_ node: YAMLNode, sectionDisables: [SourcedExpression]) {
        guard let section = Section(node, .feedback, findings) else { return }
        let starts = readStarts(section)
        hasFeedbacks.formUnion(starts.compactMap(\.state))
        guard let perform = section["perform"] else {
            findings.report(DefinitionFact.missingKey("perform", in: "a feedback", help: "the name of a service"), at: section.start)
            noteUnknownDone(starts)
            return
        }
        let service = findings.text(perform.value, of: "`perform`")
        let entry = service.flatMap { resolveService($0.text, at: $0.range) }
        guard let service, let entry, !entry.isBroken else {
            findings.isComplete = false
            noteUnknownDone(starts)
            return
        }
        let draft = FeedbackDraft(
            section: section, service: service.text, entry: entry, performRange: service.range,
            strategy: section["strategy"].flatMap { findings.word($0.value, of: "strategy", as: FeedbackRule.Strategy.self) }
                ?? .cancelOnNewState,
            delivery: section["delivery"].flatMap { findings.word($0.value, of: "delivery", as: FeedbackRule.Delivery.self) }
                ?? .atLeastOnce,
            timeout: section["timeout"].flatMap { positiveDuration($0.value, of: "`timeout`") },
            retry: section["retry"].flatMap { readRetry($0.value, of: entry.interface) } ?? .never)
        if draft.delivery == .atMostOnce, let retry = section["retry"] {
            findings.report(DefinitionFact.retryOfAtMostOnce, at: retry.key.range, related: section["delivery"]?.value.range)
        }
        if let next = section["next"], entry.elements == nil {
            findings.report(
                DefinitionFact.nextWithoutElements(service.text), at: next.key.range, related: entry.isDeclared ? entry.range : nil)
        }
        let id = section["id"].flatMap { readID($0.value) }
        for start in starts {
            let path = start.state.map { states.all[$0].path } ?? events.events[start.event ?? Event.failed].name
            let name = id.map { starts.count == 1 ? $0 : "\(path)/\($0)" } ?? "\(path)/\(draft.service)"
            let place = section["id"]?.value.range ?? draft.performRange
            if let earlier = feedbackRanges.updateValue(place, forKey: ByteString(name)) {
                findings.report(DefinitionFact.feedbackNamedTwice(name), at: place, related: earlier)
            }
            compile(draft, name: name, start: start, sectionDisables: sectionDisables)
        }
    }

    private func noteUnknownDone(_ starts: [FeedbackStart]) {
        for case let state? in starts.map(\.state) where !states.all[state].isComposite { doneProviders[state] = .unknown }
    }

    /// What starts a feedback: a state that is entered, or an event that a row takes.
    struct FeedbackStart {
        var state: StateIndex?
        var event: EventIndex?
        /// Where it is named.
        var range: SourceRange
    }

    /// A feedback of the file as far as it is the same for all its states.
    struct FeedbackDraft {
        var section: Section
        var service: String
        var entry: ServiceTable.Entry
        var performRange: SourceRange
        var strategy: FeedbackRule.Strategy
        var delivery: FeedbackRule.Delivery
        var timeout: TimeAmount?
        var retry: RetryRule
    }

    private func readStarts(_ section: Section) -> [FeedbackStart] {
        if let event = section["event"] {
            if let on = section["on"] {
                findings.report(DefinitionFact.onBesideEvent, at: event.key.range, related: on.key.range)
            }
            return findings.texts(event.value, of: "`event`").compactMap { name, range in
                guard let index = resolveEvent(name, at: range) else { return nil }
                if index == Event.done {
                    findings.report(DefinitionFact.startedByDone, at: range)
                    return nil
                }
                return FeedbackStart(event: index, range: range)
            }
        }
        guard let on = section["on"] else {
            findings.report(
                DefinitionFact.missingKey("on", in: "a feedback", help: "the state that starts it, or a list of states; or `event`"),
                at: section.start)
            return []
        }
        var started: [FeedbackStart] = []
        var seen: Set<StateIndex> = []
        for (name, range) in findings.texts(on.value, of: "`on`") {
            guard let index = resolveState(name, at: range), seen.insert(index).inserted else { continue }
            let state = states.all[index]
            if state.isFinal {
                findings.report(DefinitionFact.feedbackOnFinal(state.path), at: range, related: state.range)
            } else if state.isHistory {
                findings.report(DefinitionFact.fromHistory(state.path, what: "feedback"), at: range, related: state.range)
            } else {
                started.append(FeedbackStart(state: index, range: range))
            }
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

    // MARK: One start

    private func compile(_ draft: FeedbackDraft, name: String, start: FeedbackStart, sectionDisables: [SourcedExpression]) {
        let section = draft.section
        guard case .record(let output) = draft.entry.interface.output else {
            findings.report(DefinitionFact.outputUnknown(draft.service), at: draft.performRange, related: nil)
            noteUnknownDone([start])
            return
        }
        let visibleOutput = output.named("the result of '\(draft.service)'")
        var view = ScopeMaker.View(state: start.state.map { states.all[$0].visible.type })
        view.event = start.event.map { events.visible[$0] }
        view.settings = true
        var disables = sectionDisables
        if let disable = section["disable"] {
            disables.insert(scopes(view).compile(disable.value, of: "`disable`", expecting: .bool) ?? placeholder, at: 0)
        }
        view.settings = false
        view.capabilities = [.active, .uuid, .secret]
        let (input, inputType) = readInput(draft, in: scopes(view))
        // The event is gone when the answer comes.
        view.event = nil
        view.capabilities = [.active, .uuid]
        let success = readOutcome(section["success"], of: draft, .success, view: view, result: visibleOutput)
        let failure = readOutcome(section["failure"], of: draft, .failure, view: view, result: visibleOutput)
        var feedback = FeedbackRule(
            name: name, state: start.state ?? 0, service: draft.service, input: input, inputType: inputType, outputType: output,
            strategy: draft.strategy, timeout: draft.timeout, retry: draft.retry, success: success.outcome, failure: failure.outcome,
            delivery: draft.delivery, disables: disables, outcomeReadsState: success.readsState || failure.readsState, event: start.event,
            range: draft.performRange)
        feedback.fallback = draft.entry.readyFallback
        if let elements = draft.entry.elements {
            feedback.elementType = elements.type
            if section["next"] != nil {
                let element = elements.type.named("an element of '\(draft.service)'")
                let next = readOutcome(section["next"], of: draft, .next, view: view, result: element)
                if case .events(let rules) = next.outcome { feedback.next = rules }
                if next.readsState { feedback.outcomeReadsState = true }
            }
        }
        if section["success"] == nil { noteDone(of: start, draft, visibleOutput) }
        feedbacks.append(feedback)
    }

    /// A feedback without `success` raises `done`, of which a state has one at most.
    private func noteDone(of start: FeedbackStart, _ draft: FeedbackDraft, _ output: RecordType) {
        guard let state = start.state else {
            findings.report(DefinitionFact.eventWithoutSuccess(events.events[start.event ?? Event.failed].name), at: start.range)
            return
        }
        let path = states.all[state].path
        if states.all[state].isComposite {
            findings.report(DefinitionFact.compositeWithoutSuccess(path), at: start.range, related: states.all[state].range)
            return
        }
        if draft.strategy != .cancelOnNewState {
            findings.report(
                DefinitionFact.outlivesWithoutSuccess(path), at: draft.section["strategy"]?.value.range ?? draft.performRange)
        }
        if doneProviders[state] != nil {
            findings.report(
                DefinitionFact.twoWithoutSuccess(path), at: draft.performRange, related: doneRanges[state], detail: path)
            return
        }
        doneProviders[state] = .known(output)
        doneRanges[state] = draft.performRange
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
        if draft.entry.takesAnyInput { type = type.taking(pairs) }
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

extension RecordType {
    /// The type with what it does not have of some fields, which may then be anything.
    func taking(_ pairs: [YAMLPair]) -> RecordType {
        let more = pairs.filter { slot(of: $0.name) == nil }.map { Field($0.name, .any) }
        return more.isEmpty ? self : RecordType(name: name, fields: fields + more)
    }
}
