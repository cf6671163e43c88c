import Foundation
import PawlKit
import PawlServices
import Testing

/// A registry with ten mistakes gives one report with ten lines.
@Suite("Ten mistakes")
struct TenMistakesTests {
    @Test("Each is told once, with who asked and the nearest name, before anything is made")
    func report() throws {
        let made = Counter()
        let make: @Sendable () throws -> ServiceFunction = {
            made.increment()
            return { input, _ in input }
        }
        var all = Registrations()
        let receipt = ServiceOutput.record(RecordType(fields: [.init("transaction", .string)]))
        all.add("payments.charge", plugin: "payments", input: [.init("amount", .double)], output: receipt, make: make)
        // 1: twice. 2: an unknown use. 3: a circle.
        all.add("payments.charge", plugin: "cards", make: make)
        all.add("mail.send", plugin: "mail", input: [.init("to", .string)], uses: ["mail.rendr"], make: make)
        all.add("mail.render", plugin: "mail", uses: ["mail.layout"], make: make)
        all.add("mail.layout", plugin: "mail", uses: ["mail.render"], make: make)
        let bindings = [
            // 4: an unknown target. 5: an unknown argument. 6: a circle. 7: a name that is bound twice. 8: one that nobody uses.
            bind("orders.charge", "payments.chrage", line: 3), bind("orders.mail", "mail.send", ["too": "x"], line: 4),
            bind("a.b", "a.c", line: 5), bind("a.c", "a.b", line: 6), bind("pay.now", "payments.charge", line: 7),
            bind("pay.now", "payments.charge", line: 8), bind("ship.oder", "payments.charge", line: 9),
        ]
        let requirements = [
            require("orders.charge", line: 2), require("orders.mail", [.init("to", .string)], line: 3), require("a.b", line: 4),
            require("pay.now", [.init("amount", .double)], output: receipt, line: 5),
            // 9: nothing of that name. 10: another type.
            require("ship.order", line: 6), require("payments.charge", [.init("amount", .string)], output: receipt, line: 7),
            require("mail.render", line: 8),
        ]
        let outcome = ServiceContainer.build(
            registrations: all.all, bindings: bindings, requirements: requirements,
            pluginPlaces: [ByteString("payments"): place("pawl.yaml", 1), ByteString("mail"): place("pawl.yaml", 2)], isComplete: true)
        #expect(outcome.services == nil)
        #expect(made.value == 0)
        let lines = outcome.diagnostics.map { finding in
            let wording = finding.wording
            let related = finding.related.map { " (\(finding.relatedFile ?? finding.file):\($0.start.line))" } ?? ""
            return "\(finding.file):\(finding.range.start.line): \(finding.severity.rawValue)[\(finding.code)]: \(wording.message)"
                + (wording.label.isEmpty ? "" : "; \(wording.label)") + related
        }
        #expect(lines.count == 10)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/ten-mistakes.txt")
        let text = lines.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["PAWL_UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(text == (try? String(contentsOf: file, encoding: .utf8)))
    }
}
