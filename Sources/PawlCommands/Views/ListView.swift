package import PawlKit

/// Shows instances to people as a table.
package enum ListView {
    /// The table of instances, in the order given.
    package static func table(_ rows: [InstanceRow], naming: InstanceNaming, now: Timestamp) -> Table {
        var table = Table([
            .init("INSTANCE"), .init("WORKFLOW"), .init("KEY", isFree: true), .init("STATUS"), .init("STATE", isFree: true),
            .init("SINCE"),
        ])
        for row in rows {
            table.rows.append([
                Table.Cell(naming.short(row.id), .cyan), Table.Cell(row.workflow), Table.Cell(row.key ?? "–"),
                Table.Cell(row.status.name, row.status.style), Table.Cell(StateList.text(row.states)),
                Table.Cell(Lengths.ago(row.updated, now: now), .dim),
            ])
        }
        return table
    }
}

extension InstanceStatus {
    /// How the status is set off.
    var style: Style? {
        switch self {
        case .finished: .green
        case .blocked, .failed: .red
        case .paused, .cancelled, .compensating: .yellow
        case .active: nil
        }
    }
}
