import TestSupport

/// A workflow whose one effect takes until a file `go` is there, and makes a file `started` when it begins.
enum SlowWorkflow {
    static func write(in work: Workplace) throws {
        try work.write(configuration, to: "slow-pawl.yaml")
        try work.write(text, to: "slow.yaml")
    }

    static let begin = ["run", "slow.yaml", "--config", "slow-pawl.yaml", "--key", "one"]

    private static let configuration = """
        plugins: [exec]
        services:
          slow.work:
            use: exec.run
            with:
              program: /bin/sh
              arguments: [-c, "touch started; while [ ! -e go ]; do sleep 0.05; done; echo 7"]
        """

    private static let text = """
        workflow: slow
        output: { seven: int }
        services:
          slow.work: { output: { stdout: any }, errors: [failed, not_found, not_permitted, bad_output, too_large] }
        events:
          Worked: { seven: int }
        states:
          Working: {}
          Done: { final: true, data: { seven: int }, output: { seven: "${ state.seven }" } }
          Broken: { final: failure }
        initial: Working
        feedbacks:
          - on: Working
            perform: slow.work
            success: { event: Worked, data: { seven: "${ result.stdout }" } }
        transitions:
          - { from: Working, on: { Worked: Done, failed: Broken } }
        """
}
