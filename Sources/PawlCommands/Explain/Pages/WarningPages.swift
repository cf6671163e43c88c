/// The pages of warnings.
enum WarningPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            401, #"a state that nothing reaches"#,
            meaning: #"No row leads to the state from the beginning."#,
            example: #"a state left over from an edit"#,
            fix: #"Lead a row to it, or remove it."#),
        ErrorPage(
            402, #"a state with no way out"#,
            meaning: #"The state is not final and nothing leads on, so an instance stays there for ever."#,
            example: #"Waiting without rows"#,
            fix: #"Add a row, or make it final."#),
        ErrorPage(
            403, #"no way to an end"#,
            meaning: #"From this state no final state can be reached."#,
            example: #"two states that lead to each other"#,
            fix: #"Add a way to an end if there should be one."#),
        ErrorPage(
            404, #"an event that nothing takes"#,
            meaning: #"The event is declared, and no row takes it."#,
            example: #"a leftover event"#,
            fix: #"Add a row, or remove the event."#),
        ErrorPage(
            405, #"a failure that cannot be"#,
            meaning: #"`failed` is taken in a state without a feedback that could raise it."#,
            example: #"on: failed without feedback"#,
            fix: #"Remove the row."#),
        ErrorPage(
            406, #"a deadline that is never set"#,
            meaning: #"The state is always left at once, so its timer is never set."#,
            example: #"after on a state with always"#,
            fix: #"Move the timer."#),
        ErrorPage(
            407, #"a feedback that never starts"#,
            meaning: #"The state is always left at once, so the feedback never runs."#,
            example: #"a feedback on a state with always"#,
            fix: #"Move the feedback."#),
        ErrorPage(
            408, #"an outcome that nothing takes"#,
            meaning: #"The feedback raises an event that the state does not take."#,
            example: #"success: Sent, and no row on: Sent"#,
            fix: #"Add a row, or write success: ignore."#),
        ErrorPage(
            411, #"a row in the shadow of another"#,
            meaning: #"Every state takes the event itself, without a condition, so the row of the whole machine is never asked."#,
            example: #"from: "*", on: Cancel, and a row on: Cancel in every state"#,
            fix: #"Remove it, or give the row of a state a `when`."#),
        ErrorPage(
            412, #"an event that only some states take"#,
            meaning: #"In the others it is recorded as unhandled. That may be as meant."#,
            example: #"Retry is taken only in OnHold"#,
            fix: #"List it under `ignore` of the other states where silence is wanted."#),
        ErrorPage(
            413, #"a gap between conditions"#,
            meaning: #"For some values no row is taken."#,
            example: #"a row for EUR and one for USD of three currencies"#,
            fix: #"Add a row for the rest, or one without a condition."#),
        ErrorPage(
            414, #"a condition that is never true"#,
            meaning: #"The condition is false whatever the values are, or rows before it take all that it takes. What is found"#
                + #" are constants, the same condition twice, and conditions on one field whose values can be counted: an enum, a"#
                + #" truth value, or an int compared with constants."#,
            example: #"the same `when` twice; event.count > 5 && event.count < 3"#,
            fix: #"Correct it, or remove the row."#),
        ErrorPage(
            420, #"a word of YAML 1.1"#,
            meaning: #"Older programs read yes, no, on and off as truth values. Pawl reads them as texts."#,
            example: #"states: { no: }"#,
            fix: #"Choose another name if other programs read the file."#),
        ErrorPage(
            421, #"a row that does nothing"#,
            meaning: #"The row changes no state, no data and raises nothing."#,
            example: #"- { from: A, on: Ping }"#,
            fix: #"Use `ignore` for wanted silence."#),
        ErrorPage(
            422, #"a field that stays absent"#,
            meaning:
                #"The field may be absent. A field of that name is there in the source state or the event, and its type does not fit, so it is not taken over."#,
            example: #"note: string? entered by an event with note: int"#,
            fix: #"Convert it under `data`: note: "${ string(event.note) }"."#),
        ErrorPage(
            423, #"a comment behind an expression"#,
            meaning: #"A comment follows the expression; a # inside it would have cut it short as well."#,
            example: #"when: a > 1 # why"#,
            fix: #"Put the comment on a line of its own."#),
    ]
}
