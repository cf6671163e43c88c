package import PawlKit
package struct Expression: Sendable { package var text: String; package var reads: [ReadPath]
 package func evaluate(_ f: ExpressionFrame) throws(EvaluationError) -> Value { .null } }
package struct ReadPath: Sendable { package var text: String; package func value(in f: ExpressionFrame) -> Value? { nil } }
package struct EvaluationError: Error, Sendable { package var message: String }
package enum ExpressionText { package static func string(of: Value) throws(EvaluationError) -> String { "" } }
package final class ExpressionFrame { package init(slotCount: Int) {}
 package var isActive: (Int) -> Bool = { _ in false }; package var uuidSeed = ""; package var timeZones: (any TimeZones)?
 package subscript(slot: Int) -> Value? { get { nil } set {} } }
