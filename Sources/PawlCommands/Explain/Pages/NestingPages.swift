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
            244, #"data of a state that stays active"#,
            meaning: #"A row gives data to the states that it enters. This field belongs to one that is active before and after."#,
            example: #"{ from: Online.Idle, on: Go, to: Online.Busy, data: { errors: 0 } } where errors is a field of Online"#,
            fix: #"Change it in a row without to, or let the row leave and enter the state."#),
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
