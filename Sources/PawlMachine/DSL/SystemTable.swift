import PawlExpression
import PawlKit

/// The rows of a machine as lines of text: from, on, if, to.
enum SystemTable {
    static func text(_ machine: Machine) -> String {
        var lines: [[String]] = [["from", "on", "if", "to"]]
        lines.append(["start", "", "", machine.initial.targets.map { machine.states[$0].path }.joined(separator: ", ")])
        for row in machine.rows {
            let conditions =
                (row.when.map { [$0.expression.text] } ?? []) + row.disables.map { "unless \($0.expression.text)" }
            lines.append([
                row.source == 0 ? "any state" : machine.states[row.source].path, trigger(row, machine),
                conditions.joined(separator: " "),
                row.targets.isEmpty ? "stays" : row.targets.map { machine.states[$0].path }.joined(separator: ", "),
            ])
        }
        var text = "\(machine.workflow)\n" + Self.table(lines)
        for feedback in machine.feedbacks {
            let start = feedback.event.map { machine.events[$0].name } ?? machine.states[feedback.state].path
            text += "\(start) runs \(feedback.service) (\(feedback.strategy.rawValue))\n"
        }
        return text
    }

    private static func trigger(_ row: Row, _ machine: Machine) -> String {
        switch row.trigger {
        case .event(let event): machine.events[event].name
        case .anyEvent: "*"
        case .always: "always"
        case .timer(let timer): machine.timers[timer].name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
        }
    }

    private static func table(_ lines: [[String]]) -> String {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            var text = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}
