/// The files that `pawl init` writes.
enum Starter {
    /// What to type first.
    static let firstCommand = #"pawl run workflows/hello.yaml --input '{"name": "Ada"}'"#

    /// What begins the second workflow.
    static let secondCommand = #"pawl start approval --input '{"request": "REQ-1"}'"#

    /// What blocks an instance of the first workflow: it greets by running a program that is not there.
    static let blockingCommands = [
        "sed 's/log.write/exec.run/; s/message:/program:/' workflows/hello.yaml > broken.yaml",
        #"pawl run broken.yaml --input '{"name": "Ada"}'"#,
    ]

    /// The files, by their paths in the new folder.
    static let files: [(name: String, text: String)] = [
        ("pawl.yaml", configuration), ("workflows/hello.yaml", hello), ("workflows/approval.yaml", approval),
    ]

    private static let configuration = """
        # The configuration of pawl. Every line is optional: what is commented out is the default.

        # store: sqlite:pawl.db            # the journal: everything that ever happened, and the state of every instance
        # workflows: workflows             # where workflows are looked up by name

        # Plugins provide the services that workflows perform. `pawl services` lists them.
        plugins:
          - log                            # log.write
          - exec                           # exec.run: a program with JSON on standard input and output
          - http                           # http.request
          - mock                           # mock.return, mock.fail, mock.delay: stand-ins while you build

        # A service of your own name, made from another one with some of its input frozen:
        #
        # services:
        #   payments.charge:
        #     use: mock.return
        #     with: { transaction: T-1 }

        """

    private static let hello = """
        # A workflow is a machine: it is in one state at a time, and events move it along.
        # Run it:      pawl run workflows/hello.yaml --input '{"name": "Ada"}'
        # Check it:    pawl validate workflows/hello.yaml
        workflow: hello
        summary: Greets somebody, and remembers how.

        # What a run is started with, and what it gives back.
        input:
          name: string
        output:
          greeting: string

        # A run can be named by its key: pawl history hello/Ada
        key: input.name

        # The states, and the data that each carries.
        states:
          Greeting:
            data:
              greeting: string
          Done:
            final: true
            data:
              greeting: string
            output:
              greeting: ${ state.greeting }

        initial:
          state: Greeting
          data:
            greeting: "Hello, ${ input.name }!"

        # Side effects run while a state is active. When this one has succeeded, it raises the event `done`.
        feedbacks:
          - on: Greeting
            perform: log.write
            with:
              message: ${ state.greeting }

        # Done has a field `greeting` as well, so its value is carried over.
        transitions:
          - from: Greeting
            on:
              done: Done

        """

    private static let approval = """
        # A workflow that waits for a person.
        # Begin it:    pawl start approval --input '{"request": "REQ-1"}'
        # Decide:      pawl send approval/REQ-1 Approve '{"by": "Grace"}'
        # Ask:         pawl why approval/REQ-1
        workflow: approval
        summary: Waits until somebody approves or rejects a request.

        input:
          request: string
        output:
          by: string
        key: input.request

        # What people may send.
        events:
          Approve:
            by: string
          Reject:
            by: string
            reason: string

        states:
          Waiting: {}
          Approved:
            final: true
            data:
              by: string
            output:
              by: ${ state.by }
          # An end that is none to be happy about.
          Rejected:
            final: failure
            data:
              reason: string

        initial: Waiting

        # The fields of the state that is entered come from the event, by name, or are given in `data`.
        transitions:
          - from: Waiting
            on:
              Approve: Approved
              Reject: Rejected
            after:
              7d: { to: Rejected, data: { reason: nobody decided within a week } }

        """
}
