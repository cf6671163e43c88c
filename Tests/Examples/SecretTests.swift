import Foundation
import TestSupport
import Testing

/// Secrets reach the program that needs them, and nothing that is written.
@Suite struct SecretTests {
    @Test(arguments: [
        #"echo '{"said": "hello"}'"#, #"printf '{"said": "%s"}' "$TOKEN"; echo "$TOKEN" >&2"#,
        #"cat; echo; echo "failed with $TOKEN" >&2; exit 3"#,
    ])
    func `a secret is written nowhere`(script: String) async throws {
        try await Workplace.with { work in
            let secret = "s3cr3t-\(UUID().uuidString)"
            try work.write("plugins: [exec]\n", to: "pawl.yaml")
            try work.write(script + "\n", to: "call.sh")
            try work.write(Self.workflow, to: "secret.yaml")
            let without = try await work.pawl("run", "secret.yaml")
            #expect(without.code == 1 && (without.output + without.messages).contains("API_TOKEN"), "a secret that is not set: \(without)")
            work.environment["API_TOKEN"] = secret
            let run = try await work.pawl("run", "secret.yaml")
            #expect(run.code == (script.contains("exit 3") ? 1 : 0), "\(run)")
            #expect(work.bytes("received") == Data(secret.utf8), "the program got it")
            let history = try await work.pawl("history", "secret", "-o", "jsonl")
            for said in [run, history] {
                #expect(!said.output.contains(secret) && !said.messages.contains(secret), "\(said.words)")
            }
            for file in ["pawl.db", "pawl.db-wal"] {
                #expect(work.bytes(file)?.range(of: Data(secret.utf8)) == nil, "\(file)")
            }
            #expect(work.bytes("pawl.db") != nil)
        }
    }

    private static let workflow = #"""
        workflow: secret
        output: { said: string }
        states:
          Calling: {}
          Done: { final: true, data: { said: string }, output: { said: "${ state.said }" } }
          Broken: { final: failure, data: { reason: string } }
        initial: Calling
        events:
          Called: { said: string }
        feedbacks:
          - on: Calling
            perform: exec.run
            with:
              program: /bin/sh
              arguments: ["-c", "printf %s \"$TOKEN\" > received; . ./call.sh"]
              environment: { TOKEN: "${ secret('API_TOKEN') }" }
              stdin: { header: "Bearer ${ secret('API_TOKEN') }" }
            success: { event: Called, data: { said: "${ string(result.stdout.said) }" } }
        transitions:
          - from: Calling
            on:
              Called: Done
              failed: { to: Broken, data: { reason: "${ event.message }" } }
        """#
}
