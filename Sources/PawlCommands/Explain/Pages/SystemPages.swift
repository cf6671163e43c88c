/// The pages of systems written in Swift.
enum SystemPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            901, #"two Swift types have one name"#,
            meaning: #"States and events go into the journal by their static name, so that each name belongs to one type."#,
            example: #"struct Failed and struct Broken, both with static let name = "Failed""#,
            fix: #"Give one of them another name."#),
        ErrorPage(
            902, #"a name that cannot be one"#,
            meaning: #"The name of a state or an event begins with a letter and has letters, digits and _; that of a system may have"#
                + #" - too."#,
            example: #"static let name = "is loading""#,
            fix: #"Write it without blanks and signs."#),
        ErrorPage(
            903, #"the fields of a Swift type cannot be read off"#,
            meaning: #"A system learns the fields of a state, an event or a service from what its type decodes. A type with a decoder"#
                + #" of its own that checks what it reads cannot be asked in this way."#,
            example: #"a state whose init(from:) throws for an empty text"#,
            fix: #"Let Swift make the Codable conformance, and check elsewhere."#),
        ErrorPage(
            904, #"rows depend on the data of a state"#,
            meaning: #"The rows of a system are made once, so that they can be checked, drawn and compared. The state of a From has no"#
                + #" data then; it has in the closures of On, .when and .disable."#,
            example: #"From(Loading.self) { state in if state.page > 1 { On(Back.self, transitionTo: …) } }"#,
            fix: #"Write the row always, and turn the if into a condition: On(Back.self, transitionTo: …).when { state.page > 1 }."#),
        ErrorPage(
            905, #"something happens in a final state"#,
            meaning: #"A FinalState ends the instance, so that no row leads from it and no feedback begins in it."#,
            example: #"From(Closed.self) { On(Open.self, transitionTo: Loading(page: 1)) }"#,
            fix: #"Make it a SystemState, or take the row away."#),
        ErrorPage(
            906, #"an update of another state"#,
            meaning: #"On(updating:) changes the data of the state that the row is from, which stays active."#,
            example: #"From(Loading.self) { On(updating: Tick.self) { _ in Loaded(items: []) } }"#,
            fix: #"Return the same state, or write On(Tick.self) to enter the other one."#),
        ErrorPage(
            907, #"two feedbacks have one name"#,
            meaning: #"A feedback is named in the journal after its state and its service."#,
            example: #"two feedbacks of Loading that perform .fetchPage"#,
            fix: #"Name one of them: .id("preview")."#),
        ErrorPage(
            908, #"retry on a feedback that is run at most once"#,
            meaning: #"atMostOnce says that an attempt must not be repeated; retry says that it is."#,
            example: #".retry(attempts: 3).atMostOnce()"#,
            fix: #"Leave one of them out."#),
        ErrorPage(
            909, #"a result that no feedback leaves to EffectDone"#,
            meaning: #"The engine raises EffectDone for a feedback of the same state that has no success of its own."#,
            example: #"On(EffectDone<Page>.self) where the feedback has .success { … }"#,
            fix: #"Take the event of .success, or leave .success out."#),
        ErrorPage(
            910, #"the feedback of an event has no outcome"#,
            meaning: #"EffectDone is for the state that began a feedback. One that an event began must say what it raises."#,
            example: #"Feedback(onEvent: Close.self, perform: .log) { … }"#,
            fix: #"Add .success { … } or .ignoringSuccess()."#),
        ErrorPage(
            911, #"the stored table of a system cannot be read"#,
            meaning: #"The journal keeps the table of a system written in Swift, so that every program can show its instances."#,
            example: #"a journal of a newer release"#,
            fix: #"Use the release that wrote it, or look for damage with pawl replay --all --verify."#),
    ]
}
