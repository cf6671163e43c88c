import Foundation
import TestSupport
import Testing

/// The scripts of `pawl completions`, in the shells that they are made for.
@Suite struct ShellTests {
    private static func has(_ shell: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") }

    /// What a shell answers in a workplace with an approval that waits.
    private func ask(_ shell: String, _ words: [String], _ script: String) async throws -> [String] {
        try await Workplace.with { work in
            work.environment["PATH"] = URL(fileURLWithPath: try BuiltPawl.path()).deletingLastPathComponent().path + ":/usr/bin:/bin"
            let begun = try await work.pawl(
                "run", "workflows/2-approval.yaml", "--config", "workflows/pawl.yaml", "--input", "@workflows/2-approval.input.json")
            #expect(begun.code == 0, "\(begun)")
            let printed = try await work.pawl("completions", shell)
            try work.write(printed.output, to: "script")
            let checked = try await work.program("/usr/bin/\(shell)", ["-n", "script"]).outcome()
            #expect(checked.code == 0 && checked.messages.isEmpty, "\(checked)")
            let answer = try await work.program("/usr/bin/\(shell)", words + ["-c", script]).outcome()
            #expect(answer.code == 0 && answer.messages.isEmpty, "\(answer)")
            return answer.output.split(separator: "\n").map(String.init)
        }
    }

    private static let expected = ["history", "approval/REQ-9", "Approve", "Reject", "Comment", "--status=finished"]

    @Test func `bash`() async throws {
        let answers = try await ask(
            "bash", ["--norc"],
            """
            source ./script
            complete() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pawl; printf '%s\\n' "${COMPREPLY[@]}"; }
            complete pawl hist
            complete pawl history appr
            complete pawl run approval/REQ-9 --send ''
            complete pawl list --status = fini
            complete pawl init work
            """)
        #expect(answers == Array(Self.expected.dropLast()) + ["finished", "workflows"])
    }

    @Test(.enabled(if: has("zsh"))) func `zsh`() async throws {
        // What the completion system would be asked to offer.
        let answers = try await ask(
            "zsh", ["-f"],
            """
            compdef() { : }
            _describe() { print -l -- "${(@)candidates%%:*}" }
            _files() { print -- "files $*" }
            source ./script
            complete() { words=("$@"); CURRENT=$#; _pawl }
            complete pawl hist
            complete pawl history appr
            complete pawl run approval/REQ-9 --send ''
            complete pawl list --status=fini
            complete pawl init work
            """)
        #expect(answers == Self.expected + ["files -/"])
    }

    @Test(.enabled(if: has("fish"))) func `fish`() async throws {
        let answers = try await ask(
            "fish", ["--no-config"],
            """
            source ./script
            complete -C 'pawl hist'
            complete -C 'pawl history appr'
            complete -C 'pawl run approval/REQ-9 --send '
            complete -C 'pawl list --status=fini'
            complete -C 'pawl init work'
            """)
        let words = answers.map { String($0.prefix { $0 != "\t" }) }
        #expect(words == Self.expected + ["workflows/"])
    }
}
