/// The pages of rows, data and feedbacks.
enum RowPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            200, #"a row without a trigger"#,
            meaning: #"A row says when it is taken: on, after, at or always."#,
            example: #"- { from: A, to: B }"#,
            fix: #"Add the trigger."#),
        ErrorPage(
            201, #"a key beside a map"#,
            meaning: #"When `on` or `after` is a map, targets and conditions stand in the map."#,
            example: #"on: { Pay: B } with when: beside it"#,
            fix: #"Move the key into the target: Pay: { to: B, when: … }."#),
        ErrorPage(
            202, #"several triggers"#,
            meaning: #"A row has one trigger."#,
            example: #"on and after in one row"#,
            fix: #"Write two rows."#),
        ErrorPage(
            203, #"an update of several states"#,
            meaning: #"A row without `to` changes the data of one state, and this one comes from several."#,
            example: #"from: [A, B], on: Add, data: …"#,
            fix: #"Write a row for each state."#),
        ErrorPage(
            204, #"a field that nobody gives"#,
            meaning: #"The state entered needs the field, and neither `data`, the source state nor the event gives it."#,
            example: #"PaymentAccepted: Shipping without the transaction"#,
            fix: #"Give it under `data`."#),
        ErrorPage(
            205, #"a field from two sides"#,
            meaning: #"Source state and event both have a field of this name, so it is not clear which is meant."#,
            example: #"both have `reason`"#,
            fix: #"Say which under data: { reason: "${ event.reason }" }."#),
        ErrorPage(
            206, #"a field of another type"#,
            meaning: #"The field of that name exists and its type does not fit."#,
            example: #"`total` is a text in the event"#,
            fix: #"Convert it under `data`."#),
        ErrorPage(
            207, #"a row from a final state"#,
            meaning: #"A final state is the end; nothing leads on."#,
            example: #"from: Done"#,
            fix: #"Remove the row, or make the state not final."#),
        ErrorPage(
            208, #"done cannot occur"#,
            meaning: #"`done` is raised by the only feedback without `success`, and the state has none."#,
            example: #"on: done in a state without feedback"#,
            fix: #"Name the event of the feedback's `success`, or add the feedback."#),
        ErrorPage(
            209, #"done of the machine"#,
            meaning: #"`done` never bubbles, so `from: "*"` never sees it."#,
            example: #"from: "*", on: done"#,
            fix: #"Write it at the state."#),
        ErrorPage(
            210, #"two rows that can both match"#,
            meaning: #"Both rows take the same event in the same state without a condition."#,
            example: #"two times on: Pay from A"#,
            fix: #"Remove one, or give the first a `when`."#),
        ErrorPage(
            211, #"a row that is never reached"#,
            meaning: #"An earlier row without a condition takes everything."#,
            example: #"an unguarded row before a guarded one"#,
            fix: #"Put the guarded row first."#),
        ErrorPage(
            212, #"always rows in a circle"#,
            meaning: #"Rows with `always` and no condition lead round in a circle, so a step would never end."#,
            example: #"A always B, B always A"#,
            fix: #"Give one of them a `when`."#),
        ErrorPage(
            213, #"an event of the engine is raised"#,
            meaning: #"Only the engine raises `done` and `failed`."#,
            example: #"emit: [done]"#,
            fix: #"Declare an event of your own."#),
        ErrorPage(
            214, #"a star in a list"#,
            meaning: #""*" means all and stands alone."#,
            example: #"from: [A, "*"]"#,
            fix: #"Use "*" alone, or list the names."#),
        ErrorPage(
            215, #"too many rows"#,
            meaning: #"Sources, events and targets multiply to more rows than are allowed."#,
            example: #"300 sources × 300 events"#,
            fix: #"Use from: "*" or fewer combinations."#),
        ErrorPage(
            220, #"output of a state that is not final"#,
            meaning: #"Only final states have an output."#,
            example: #"output in Paying"#,
            fix: #"Make it final, or remove the output."#),
        ErrorPage(
            221, #"a missing output"#,
            meaning: #"The workflow declares an output, so each successful end must give it."#,
            example: #"a final state without output"#,
            fix: #"Write output: { … }."#),
        ErrorPage(
            222, #"ignore or defer in a final state"#,
            meaning: #"A final state takes no events, so there is nothing to ignore or to keep."#,
            example: #"ignore in Done"#,
            fix: #"Remove it."#),
        ErrorPage(
            230, #"a feedback on a final state"#,
            meaning: #"The instance has ended when it enters a final state, so nothing runs there."#,
            example: #"on: Done"#,
            fix: #"Move the feedback to the state before."#),
        ErrorPage(
            231, #"two feedbacks without success"#,
            meaning: #"Both would raise `done`, and nobody could tell which."#,
            example: #"two feedbacks on one state"#,
            fix: #"Name `success` in at least one of them."#),
        ErrorPage(
            232, #"a feedback that outlives its state"#,
            meaning: #"With continueOnNewState the result may arrive in another state, where `done` means nothing."#,
            example: #"strategy: continueOnNewState without success"#,
            fix: #"Name the event: success: Delivered, or success: ignore."#),
        ErrorPage(
            233, #"two feedbacks of one name"#,
            meaning: #"Names of feedbacks stand in the journal and must differ."#,
            example: #"the same service twice on one state"#,
            fix: #"Give one of them an id."#),
        ErrorPage(
            234, #"missing input"#,
            meaning: #"The service needs this input."#,
            example: #"with: {}"#,
            fix: #"Give it under `with`."#),
        ErrorPage(
            235, #"an output that is not known"#,
            meaning: #"The service says only that its output is `any`, so what it gives must be declared."#,
            example: #"perform: mock.return"#,
            fix: #"Declare the service under `services` with the output you expect."#),
        ErrorPage(
            236, #"retry of at most once"#,
            meaning: #"A feedback that may run only once cannot be tried again."#,
            example: #"delivery: atMostOnce with retry"#,
            fix: #"Remove one of the two."#),
        ErrorPage(
            237, #"an unknown error code"#,
            meaning: #"Neither the service nor the engine has this code."#,
            example: #"unless: [declind]"#,
            fix: #"Correct the spelling, or declare it under `errors` of the service."#),
        ErrorPage(
            238, #"a code that is never retried"#,
            meaning: #"`invalid_output` is never retried, because the same answer would come again."#,
            example: #"only: [invalid_output]"#,
            fix: #"Remove the code."#),
        ErrorPage(
            239, #"an outcome that is never reached"#,
            meaning: #"An earlier outcome without a condition takes every result."#,
            example: #"an unguarded event before a guarded one"#,
            fix: #"Put the guarded outcome first."#),
    ]
}
