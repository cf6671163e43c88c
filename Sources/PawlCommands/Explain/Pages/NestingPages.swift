/// The pages of states inside states, regions, history, and what they do with events.
enum NestingPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            216, #"targets that cannot be active together"#,
            meaning: #"Several targets of one row, or of initial, must be in different regions of a parallel state."#,
            example: #"to: [Offline, Online]"#,
            fix: #"Name one state for each region, or only one state."#),
        ErrorPage(
            217, #"a row from one region into another"#,
            meaning: #"The regions of a parallel state run side by side. A row into another region would leave and start them all."#,
            example: #"{ from: Link.Idle, on: Go, to: Firmware.Loading }"#,
            fix: #"Emit an event that a row of the other region takes, or name a target in both regions."#),
        ErrorPage(
            218, #"internal has no meaning here"#,
            meaning: #"internal: true keeps the source active when the target is inside it. This row has no such target."#,
            example: #"{ from: A, on: Go, to: B, internal: true }"#,
            fix: #"Remove it. A row without to never leaves its state."#),
        ErrorPage(
            219, #"a field of several states"#,
            meaning: #"The row enters several states that have a field of this name, so it must say whose is meant."#,
            example: #"data: { total: 1.0 } where Order and Shipping have a total"#,
            fix: #"Write it below the state: data: { Shipping: { total: 1.0 } }."#),
        ErrorPage(
            223, #"keys that do not go together"#,
            meaning: #"A state is one thing: final, a history state, or one with states inside; some keys need others."#,
            example: #"Done: { final: true, states: { … } }"#,
            fix: #"Remove one of the keys, or add the one that is needed."#),
        ErrorPage(
            224, #"a failure inside another state"#,
            meaning: #"A final state inside another ends that state, not the machine, so it cannot decide how the instance ends."#,
            example: #"Rejected: { final: failure } inside Review"#,
            fix: #"Write final: true, and lead on with a row from the state around it, on: done."#),
        ErrorPage(
            225, #"history without default"#,
            meaning: #"A history state must say what is entered when there is no past yet."#,
            example: #"Last: { history: shallow }"#,
            fix: #"Add default, a state inside the same parent."#),
        ErrorPage(
            226, #"history where there is none"#,
            meaning:
                #"The machine itself is never left, so it has no past; and the default of a history state must be a state that can be active."#,
            example: #"default: OtherHistory"#,
            fix: #"Write the history state inside the state whose past is meant, with a state as its default."#),
        ErrorPage(
            227, #"a row or feedback on a history state"#,
            meaning: #"A history state is a target only. It is never active, so nothing leads from it and nothing runs in it."#,
            example: #"{ from: Last, on: Go, to: A }"#,
            fix: #"Name the state around it."#),
        ErrorPage(
            228, #"initial outside its state"#,
            meaning: #"initial of a state, and default of a history state, name what is entered inside."#,
            example: #"Online: { initial: Offline, … }"#,
            fix: #"Name a state inside; to begin elsewhere, lead the row there."#),
        ErrorPage(
            229, #"outputs that differ"#,
            meaning: #"The final states inside a state give a field of one name in different types, so its done has no type."#,
            example: #"output: { count: 1 } and output: { count: "one" }"#,
            fix: #"Use one type, or different names."#),
        ErrorPage(
            240, #"a feedback on a state with states inside"#,
            meaning: #"done of such a state means that what is inside came to its end, so its feedback must name another event."#,
            example: #"{ on: Online, perform: device.watch }"#,
            fix: #"Add success: Event, or success: ignore."#),
        ErrorPage(
            241, #"a feedback on an event without success"#,
            meaning: #"A feedback that an event starts belongs to no state, so there is none whose done it could raise."#,
            example: #"{ event: Approved, perform: mail.send }"#,
            fix: #"Add success: Event, or success: ignore."#),
        ErrorPage(
            242, #"next without elements"#,
            meaning: #"next takes the elements that a streaming service gives on its way, and this service declares none."#,
            example: #"next: Progress for a service without elements"#,
            fix: #"Declare elements: { … } under services if it streams; else remove next."#),
        ErrorPage(
            243, #"what starts a feedback"#,
            meaning: #"A feedback is started by states (on) or by events (event), and done is no event that starts one."#,
            example: #"{ on: A, event: Go, perform: log.write }"#,
            fix: #"Write a feedback for each; instead of done, name the state that it leads to."#),
        ErrorPage(
            244, #"data of a state that is active already"#,
            meaning: #"initial and default give data to the states that they enter. This field belongs to the state around these."#,
            example: #"Order: { data: { total: int }, initial: { state: Paying, data: { total: 1 } } } where Paying has no total"#,
            fix: #"Give it in the row that enters the outer state."#),
        ErrorPage(
            245, #"cancel beside something else"#,
            meaning: #"{ cancel: Event } calls off delayed events; it raises nothing, so it has no data and no delay."#,
            example: #"emit: { cancel: Remind, after: 5m }"#,
            fix: #"Write two entries in the list."#),
        ErrorPage(
            246, #"an event that cannot be deferred"#,
            meaning: #"done and failed are about what is active now; they cannot wait for another state."#,
            example: #"defer: [failed]"#,
            fix: #"Take it with a row, or list it under ignore."#),
        ErrorPage(
            247, #"two regions change one field"#,
            meaning:
                #"On one event rows of two regions change the same field of a state around them. Both are taken, and which change lasts would hang on their order."#,
            example: #"{ from: Link, on: Tick, data: { errors: 0 } } and { from: Firmware, on: Tick, data: { errors: 1 } }"#,
            fix: #"Let one region change it, or keep a field in each region."#),
        ErrorPage(
            415, #"ignored or deferred, and taken all the same"#,
            meaning: #"Rows of a state go before what it ignores or defers, and this row takes the event always."#,
            example: #"ignore: [Tick] in A, and { from: A, on: Tick, to: B }"#,
            fix: #"Give the row a condition, or remove one of the two."#),
        ErrorPage(
            416, #"an end that leads nowhere"#,
            meaning:
                #"A final state inside another ends that state. No row takes the done of it, and none leads out, so the machine stays there."#,
            example: #"Review: { states: { Approved: { final: true } } } without { from: Review, on: done }"#,
            fix: #"Add a row from the state around it, on: done."#),
        ErrorPage(
            424, #"nothing to call off"#,
            meaning: #"cancel names an event that nothing emits with after."#,
            example: #"emit: { cancel: Remind } where Remind is never delayed"#,
            fix: #"Emit the event with after, or remove the cancel."#),
        ErrorPage(
            425, #"ignored and deferred"#,
            meaning: #"A state lists the event under ignore and under defer. It is ignored."#,
            example: #"{ ignore: [Tick], defer: [Tick] }"#,
            fix: #"Remove it from one of the lists."#),
    ]
}
