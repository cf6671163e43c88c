/// The pages of plugins, services, bindings and pawl.yaml.
enum ServicePages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            500, #"two plugins of one name"#,
            meaning: #"Names of plugins are unique."#,
            example: #"two plugins called `mail`"#,
            fix: #"Rename one of them."#),
        ErrorPage(
            501, #"an unknown plugin"#,
            meaning: #"No plugin of this name is compiled in."#,
            example: #"plugins: [htp]"#,
            fix: #"Correct the spelling, or use a pawl with that plugin."#),
        ErrorPage(
            502, #"a plugin without its configuration"#,
            meaning: #"The plugin needs these fields in its section."#,
            example: #"plugins: [mail]"#,
            fix: #"Write the section: mail: { host: … }."#),
        ErrorPage(
            503, #"a plugin cannot start"#,
            meaning: #"The plugin refused its configuration or its registration. The message is its own."#,
            example: #"grams: 99"#,
            fix: #"Correct what it says."#),
        ErrorPage(
            510, #"a service name that is none"#,
            meaning: #"Services are named by words apart by dots."#,
            example: #""pay now""#,
            fix: #"Rename it."#),
        ErrorPage(
            511, #"a reserved service name"#,
            meaning: #"Names that begin with `workflow.` belong to the engine."#,
            example: #"workflow.mine"#,
            fix: #"Choose another name."#),
        ErrorPage(
            512, #"a service that is there twice"#,
            meaning: #"Two plugins register the same name."#,
            example: #"two plugins with log.write"#,
            fix: #"Load one of them only."#),
        ErrorPage(
            513, #"an unknown service in `uses`"#,
            meaning: #"A handler declared a service that nobody provides."#,
            example: #"uses: [log.wite]"#,
            fix: #"Correct the name in the plugin."#),
        ErrorPage(
            514, #"services in a circle"#,
            meaning: #"Handlers call each other in a circle."#,
            example: #"a uses b, b uses a"#,
            fix: #"Take one of the calls out."#),
        ErrorPage(
            520, #"a binding that is there twice"#,
            meaning: #"A name is bound once."#,
            example: #"two bindings of payments.charge"#,
            fix: #"Remove one."#),
        ErrorPage(
            521, #"a binding to nothing"#,
            meaning: #"No service has the name under `use`."#,
            example: #"use: mock.retrun"#,
            fix: #"Correct the spelling, or load the plugin."#),
        ErrorPage(
            522, #"bindings in a circle"#,
            meaning: #"The bindings lead round in a circle."#,
            example: #"a uses b, b uses a"#,
            fix: #"Bind one of them to a plugin's service."#),
        ErrorPage(
            523, #"an unknown argument"#,
            meaning: #"The service has no such input."#,
            example: #"with: { progam: … }"#,
            fix: #"Correct the spelling."#),
        ErrorPage(
            524, #"an argument given twice"#,
            meaning: #"A binding further on gives the argument already."#,
            example: #"a binding of a binding"#,
            fix: #"Give it in one place."#),
        ErrorPage(
            525, #"an argument of another type"#,
            meaning: #"The value does not fit the input."#,
            example: #"arguments: true"#,
            fix: #"Write a value of the type."#),
        ErrorPage(
            526, #"a missing argument"#,
            meaning: #"Neither the binding nor the workflow gives the input."#,
            example: #"exec.run without program"#,
            fix: #"Give it under `with`."#),
        ErrorPage(
            530, #"nothing provides the service"#,
            meaning: #"The workflow needs the service, and no plugin or binding has it."#,
            example: #"services: { pay.charge: … } without a binding"#,
            fix: #"Add the plugin, or bind it in pawl.yaml."#),
        ErrorPage(
            531, #"an input that the service does not take"#,
            meaning: #"The interface declares an input that the implementation does not have."#,
            example: #"amount for a service without it"#,
            fix: #"Remove it, or bind another service."#),
        ErrorPage(
            532, #"an input that the binding gives already"#,
            meaning: #"The argument is frozen in pawl.yaml, and the workflow gives it too."#,
            example: #"program in both"#,
            fix: #"Remove it from one of the two."#),
        ErrorPage(
            533, #"an input that nobody gives"#,
            meaning: #"The implementation needs an input that the interface does not declare."#,
            example: #"a binding without url"#,
            fix: #"Freeze it under `with`, or declare it."#),
        ErrorPage(
            534, #"an input of another type"#,
            meaning: #"Both sides have the input with types that do not fit."#,
            example: #"string here, int there"#,
            fix: #"Change one of them."#),
        ErrorPage(
            535, #"an output that the service does not give"#,
            meaning: #"The interface expects a field that the implementation lacks."#,
            example: #"trackingId"#,
            fix: #"Remove it from the interface, or bind another service."#),
        ErrorPage(
            536, #"an output that is not declared"#,
            meaning: #"The implementation gives a field that the interface does not expect."#,
            example: #"an extra field"#,
            fix: #"Declare it."#),
        ErrorPage(
            537, #"an output of another type"#,
            meaning: #"The types of an output do not fit."#,
            example: #"int here, string there"#,
            fix: #"Change one of them."#),
        ErrorPage(
            538, #"error codes that are not declared"#,
            meaning: #"The implementation may fail with codes that the interface does not name; they would arrive as `internal`."#,
            example: #"not_found"#,
            fix: #"Declare them under `errors`."#),
        ErrorPage(
            539, #"elements of a service that gives none"#,
            meaning: #"The interface declares elements, and the implementation does not stream."#,
            example: #"elements: { line: string } for http.request"#,
            fix: #"Remove them, or bind a service that streams."#),
        ErrorPage(
            540, #"elements of another type"#,
            meaning: #"The interface expects a field that the elements of the implementation lack or have with another type."#,
            example: #"line: string here, line: int there"#,
            fix: #"Declare what the service gives."#),
        ErrorPage(
            550, #"missing settings"#,
            meaning: #"The workflow reads settings that pawl.yaml does not give."#,
            example: #"settings: { superUsers: bool }"#,
            fix: #"Add them under `settings` in pawl.yaml."#),
        ErrorPage(
            551, #"a plugin entry that cannot be read"#,
            meaning: #"An entry is a name, or one name with its section."#,
            example: #"- { exec: {}, log: {} }"#,
            fix: #"Write one entry for each plugin."#),
        ErrorPage(
            552, #"an argument without a value"#,
            meaning: #"The expression under `with` cannot be computed. Only `secret()` and what is known as it stands may be there."#,
            example: #"with: { url: "${ [1][3] }" }"#,
            fix: #"Correct the expression; what comes from the caller goes under `input`."#),
        ErrorPage(
            553, #"a rate that is none"#,
            meaning: #"A rate is a whole number from 1 to 100000, and a second, a minute or an hour."#,
            example: #"limits: { rate: 5/d }"#,
            fix: #"Write 5/s, 5/m or 5/h."#),
        ErrorPage(
            554, #"a condition that is unclear"#,
            meaning: #"A call has a result or an error. The condition must read one of the two, so that it is clear when it is asked."#,
            example: #"when: input.amount > 5.0"#,
            fix: #"Read `result` or `error`, or leave `when` out: then every failure gets the code."#),
        ErrorPage(
            555, #"elements of a service that gives none"#,
            meaning: #"Only a streaming service has elements."#,
            example: #"elements: { … } over http.request"#,
            fix: #"Remove it."#),
        ErrorPage(
            556, #"a code that is the engine's"#,
            meaning: #"`interrupted` and `cancelled` say what happened to an attempt; no service can give them."#,
            example: #"errors: [{ code: cancelled }]"#,
            fix: #"Choose a code of your own."#),
        ErrorPage(
            557, #"an output that is no record"#,
            meaning: #"The output of a service has named fields, and the expression gives something else."#,
            example: #"output: "${ result.status }""#,
            fix: #"Name it: output: { status: "${ result.status }" }."#),
    ]
}
