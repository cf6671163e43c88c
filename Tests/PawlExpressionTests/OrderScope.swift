import PawlKit

@testable import PawlExpression

/// A scope like the one a row of the order workflow has.
enum OrderScope {
    static let currency = EnumType(name: "Currency", members: ["EUR", "USD", "GBP"])
    static let item = RecordType(
        name: "Item",
        fields: [.init("sku", .string), .init("quantity", .int), .init("price", .double), .init("note", .string, isOptional: true)])
    static let input = RecordType(fields: [
        .init("orderId", .string), .init("items", .list(.record(item))), .init("currency", .enumeration(currency)),
        .init("note", .string, isOptional: true), .init("gift", .record(item), isOptional: true), .init("meta", .any),
        .init("tags", .map(.string)), .init("placed", .timestamp), .init("patience", .duration),
    ])
    static let state = RecordType(fields: [.init("total", .double), .init("note", .string, isOptional: true), .init("tries", .int)])

    static var scope: ExpressionScope {
        var scope = ExpressionScope(
            variables: [
                .init(name: "input", type: .record(input), slot: 0), .init(name: "state", type: .record(state), slot: 1),
                .init(name: "now", type: .timestamp, slot: 2), .init(name: "anything", type: .any, slot: 3),
            ],
            types: ["Item": .record(item), "Currency": .enumeration(currency)], capabilities: [.active, .uuid])
        scope.states = { name in
            switch name {
            case "Paying": .found(3)
            case "Boxing": .ambiguous(["Packing.Boxing", "Gift.Boxing"])
            default: .unknown(nearest: name == "Payin" ? "Paying" : nil)
            }
        }
        return scope
    }

    static func values(note: Value? = nil, gift: Value? = nil, anything: Value? = nil, total: Double = 250) -> [Value?] {
        let items: [Value] = [
            .record(Record(type: item, fields: [.string("pen"), .int(2), .double(1.5), nil])),
            .record(Record(type: item, fields: [.string("ink"), .int(1), .double(9), .string("blue")])),
        ]
        let tags: Value = ["color": "red"]
        return [
            .record(
                Record(
                    type: input,
                    fields: [
                        .string("A-1"), .list(items), .string("EUR"), note, gift, ["deep": ["x": 1]], tags,
                        .timestamp(Timestamp("2026-11-30T09:00:00Z")!), .duration(.minutes(15)),
                    ])), .record(Record(type: state, fields: [.double(total), note, .int(2)])),
            .timestamp(Timestamp("2026-11-30T10:00:00Z")!),
            anything,
        ]
    }
}
