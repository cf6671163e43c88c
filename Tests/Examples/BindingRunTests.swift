import Foundation
import TestSupport
import Testing

/// Services of pawl.yaml and of a workflow, through the built program.
@Suite struct BindingRunTests {
    private static let workflow = #"""
        workflow: pay
        input: { order: string }
        output: { id: string }
        services:
          payments.charge:
            input: { order: string }
            output: { id: string }
            errors: [declined, failed, not_found, not_permitted, bad_output, too_large]
            default: { use: mock.return, input: { id: "default of ${ input.order }" } }
        states:
          Paying: {}
          Done: { final: true, data: { id: string }, output: { id: "${ state.id }" } }
          Refused: { final: failure, data: { reason: string } }
        initial: Paying
        feedbacks: [{ on: Paying, perform: payments.charge, with: { order: "${ input.order }" } }]
        transitions:
          - { from: Paying, on: { done: Done, failed: { to: Refused, data: { reason: "${ event.code }: ${ event.message }" } } } }
        """#

    private static let configuration = #"""
        plugins: [exec, mock]
        services:
          payments.charge:
            use: exec.run
            with: { program: /bin/sh, arguments: ["./charge.sh"], environment: { KEY: "${ secret('PAY_KEY') }" } }
            input: { stdin: "${ input }" }
            output: { id: "${ string(result.stdout.id) }" }
            errors: [{ when: has(result.stdout.error), code: declined, message: "no: ${ result.stdout.error }" }]
            limits: { concurrency: 1, rate: 100/s }
        profiles:
          test: { services: { payments.charge: { use: mock.return, with: { id: T-1 } } } }
        """#

    @Test func `a binding adapts a program to the interface of a workflow`() async throws {
        try await Workplace.with { work in
            try work.write(Self.workflow, to: "pay.yaml")
            try work.write(Self.configuration, to: "pawl.yaml")
            try work.write(
                #"read line; case "$line" in *poor*) echo "{\"error\": \"poor $KEY\"}";; *) echo "{\"id\": \"C-$KEY\"}";; esac"# + "\n",
                to: "charge.sh")
            work.environment["PAY_KEY"] = "s3cr3t-key"
            #expect(try await work.pawl("validate", "pawl.yaml", "pay.yaml", "--strict").code == 0)
            let paid = try await work.pawl("run", "pay.yaml", "--input", #"{"order": "A"}"#)
            #expect(paid.code == 0 && paid.output.contains("C-•••"), "\(paid)")
            let refused = try await work.pawl("run", "pay.yaml", "--input", #"{"order": "poor"}"#)
            #expect(refused.code == 1 && refused.output.contains("declined: no: poor •••"), "\(refused)")
            #expect(!(paid.output + paid.messages + refused.output + refused.messages).contains("s3cr3t-key"))
            let tested = try await work.pawl("run", "pay.yaml", "--input", #"{"order": "A"}"#, "--profile", "test")
            #expect(tested.code == 0 && tested.output.contains("T-1"), "\(tested)")
            let call = try await work.pawl("call", "payments.charge", #"{"order": "A"}"#)
            #expect(call.code == 0 && call.output == "{\"id\":\"C-•••\"}\n", "\(call)")
            let verified = try await work.pawl("replay", "--all", "--verify")
            #expect(verified.code == 0, "\(verified)")
        }
    }

    @Test func `a default counts when nothing else provides the service`() async throws {
        try await Workplace.with { work in
            try work.write(Self.workflow, to: "pay.yaml")
            try work.write("plugins: [mock]\n", to: "pawl.yaml")
            let run = try await work.pawl("run", "pay.yaml", "--input", #"{"order": "A"}"#)
            #expect(run.code == 0 && run.output.contains("default of A"), "\(run)")
            try work.write("plugins: [log]\n", to: "pawl.yaml")
            let without = try await work.pawl("validate", "pay.yaml")
            #expect(without.code == 1 && (without.output + without.messages).contains("mock.return"), "\(without)")
        }
    }
}
