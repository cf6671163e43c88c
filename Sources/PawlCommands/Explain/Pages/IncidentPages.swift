/// The pages of incidents: why an instance is blocked.
enum IncidentPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            701, #"an expression failed"#,
            meaning: #"A condition, a mapping or a deadline failed when it was evaluated. It is never read as false: the step is"#
                + #" rolled back, the instance is blocked, and the event stays first in its queue. pawl eval says the same of an"#
                + #" expression that has no value."#,
            example: #"when: 10 / state.count > 1 with count 0"#,
            fix: #"pawl show INSTANCE names the expression and the values it read. Guard the case in the workflow."#),
        ErrorPage(
            702, #"the machine never rests"#,
            meaning: #"Eventless rows or raised events led round in a circle, or past the limit of microsteps. The step is rolled"#
                + #" back and the instance is blocked."#,
            example: #"two events that raise each other"#,
            fix: #"Break the circle with a condition."#),
        ErrorPage(
            703, #"nothing takes a failure"#,
            meaning: #"A feedback gave up after its attempts, and no row takes `failed`. The effect is kept as failed and the"#
                + #" instance is blocked."#,
            example: #"a state with a feedback and no on: failed"#,
            fix: #"Add a row for `failed`, or failure: ignore if silence is wanted."#),
        ErrorPage(
            704, #"a computed value does not fit"#,
            meaning: #"An expression gave a value of another type than its place declares. The step is rolled back and the"#
                + #" instance is blocked."#,
            example: #"an `any` result that holds a text where an int is declared"#,
            fix: #"Check the shape of the result, or declare the service's output."#),
        ErrorPage(
            705, #"too many events are kept for later"#,
            meaning: #"A state defers an event that was raised inside, and as many as `limits: { deferred }` allows wait already. The"#
                + #" step is rolled back and the instance is blocked. An event from outside would be rejected instead."#,
            example: #"a state that defers Tick and is never left"#,
            fix: #"Leave the state in time, take or ignore the event there, or raise the limit."#),
    ]
}
