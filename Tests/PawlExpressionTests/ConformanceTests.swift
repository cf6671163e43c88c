import Foundation
import PawlKit
import Testing

@testable import PawlExpression

/// Runs the tests of the CEL specification, as far as they need no protocol buffers.
///
/// The file is outside the package: `$PAWL_CONFORMANCE`, or `../shared/conformance/cel/tests.json` beside it. Its header says what its
/// fields mean and which commit of https://github.com/google/cel-spec it was made from.
@Suite struct ConformanceTests {
    static let path: String = {
        if let path = ProcessInfo.processInfo.environment["PAWL_CONFORMANCE"] { return path }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/conformance/cel/tests.json").path
    }()

    @Test(
        "the tests of the CEL specification pass",
        .enabled(if: FileManager.default.fileExists(atPath: path), "no tests at \(path); set PAWL_CONFORMANCE to where tests.json is"))
    func specification() throws {
        let file = try JSONDecoder().decode(SpecificationFile.self, from: Data(contentsOf: URL(filePath: Self.path)))
        var counts: [String: (passed: Int, failed: Int)] = [:]
        for test in file.tests {
            let problem = test.problem()
            if let problem {
                counts[test.tier, default: (0, 0)].failed += 1
                Issue.record("\(test.id): \(test.expr): \(problem)")
            } else {
                counts[test.tier, default: (0, 0)].passed += 1
            }
        }
        for (tier, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("\(tier): \(count.passed) passed, \(count.failed) failed, 0 skipped")
        }
        #expect(file.tests.count > 1_000)
    }
}

// MARK: The file

struct SpecificationFile: Decodable {
    let tests: [SpecificationTest]
}

struct SpecificationTest: Decodable {
    let id: String
    let tier: String
    let expr: String
    let container: String?
    let disable_check: Bool?
    let check_only: Bool?
    let bindings: [String: EncodedValue]?
    let type_env: [Declaration]?
    let expect: Expectation

    struct Declaration: Decodable {
        let name: String
        let type: EncodedType?
        let overloads: [EncodedOverload]?
    }

    struct EncodedOverload: Decodable {
        let params: [EncodedType]
        let result: EncodedType
        let receiver: Bool
    }

    struct Expectation: Decodable {
        let value: EncodedValue?
        let type: EncodedType?
        let error: [String]?
    }

    /// What is wrong, nil when the test passes.
    func problem() -> String? {
        let scope = scope
        let result =
            disable_check == true ? ExpressionCompiler.compileUnchecked(expr, in: scope) : ExpressionCompiler.compile(expr, in: scope)
        guard let expression = result.expression else {
            return "does not load: \(result.findings.map(\.fact.wording.message))"
        }
        if let type = expect.type?.type, type != expression.staticType { return "has type \(expression.staticType), not \(type)" }
        if check_only == true { return nil }
        let frame = ExpressionFrame(slotCount: scope.slotCount)
        frame.timeZones = FoundationTimeZones()
        for (name, value) in bindings ?? [:] { frame[scope.variables[ByteString(name)]!.slot] = value.value }
        do throws(EvaluationError) {
            let value = try expression.evaluate(frame)
            guard let expected = expect.value else { return "gives \(value) instead of failing" }
            return expected.value.isSame(as: value) ? nil : "gives \(value), not \(expected.value)"
        } catch {
            return expect.error != nil ? nil : "fails: \(error.message)"
        }
    }

    private var scope: ExpressionScope {
        var variables: [ExpressionScope.Variable] = []
        var functions: [Function] = []
        for declaration in type_env ?? [] {
            if let type = declaration.type {
                variables.append(.init(name: declaration.name, staticType: type.type, slot: variables.count))
            }
            for overload in declaration.overloads ?? [] {
                functions.append(
                    Function(
                        name: declaration.name, style: overload.receiver ? .receiver : .global, chapter: .macros, summary: "", examples: [],
                        overloads: [.types(overload.params.map(\.type), overload.result.type)]))
            }
        }
        for name in (bindings ?? [:]).keys where !variables.contains(where: { $0.name == name }) {
            variables.append(.init(name: name, staticType: .any, slot: variables.count))
        }
        var scope = ExpressionScope(variables: variables)
        scope.container = container ?? ""
        if !functions.isEmpty { scope.table = scope.table.adding(functions) }
        return scope
    }
}

struct FoundationTimeZones: TimeZones {
    func offset(ofZone name: String, at moment: Timestamp) -> Int32? {
        TimeZone(identifier: name).map { Int32($0.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds)))) }
    }
}

struct EncodedType: Decodable {
    let type: StaticType

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let parameters = try container.decodeIfPresent([EncodedType].self, forKey: .params)?.map(\.type) ?? []
        let name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
        switch try container.decode(String.self, forKey: .kind) {
        case "dyn": type = .any
        case "null_type": type = .null
        case "bool": type = .bool
        case "int": type = .int
        case "uint": type = .uint
        case "double": type = .double
        case "string": type = .string
        case "bytes": type = .bytes
        case "timestamp": type = .timestamp
        case "duration": type = .duration
        case "list": type = .list(parameters[0])
        case "map": type = .map(parameters[0], parameters[1])
        case "type": type = .type(parameters.first ?? .any)
        case "param": type = .parameter(name)
        default: type = name == "optional_type" ? .optional(parameters[0]) : .abstract(name, parameters)
        }
    }

    private enum Keys: CodingKey { case kind, params, name }
}

struct EncodedValue: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let key = container.allKeys[0]
        func text() throws -> String { try container.decode(String.self, forKey: key) }
        switch key.stringValue {
        case "null": value = .null
        case "bool": value = .bool(try container.decode(Bool.self, forKey: key))
        case "int": value = .int(Int64(try text())!)
        case "uint": value = .uint(UInt64(try text())!)
        case "double": value = .double(NumberText.double(try text())!)
        case "string": value = .string(try text())
        case "bytes": value = .bytes(Array(Data(base64Encoded: try text())!))
        case "type": value = .type(try text())
        case "timestamp": value = .timestamp(Timestamp(try text())!)
        case "duration": value = .duration(TimeAmount(try text(), notation: .cel)!)
        case "list": value = .list(try container.decode([EncodedValue].self, forKey: key).map(\.value))
        default:
            var map = ValueMap()
            for entry in try container.decode([[EncodedValue]].self, forKey: key) {
                map[ValueMap.Key(entry[0].value, lenient: false)!] = entry[1].value
            }
            value = .map(map)
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        init?(stringValue: String) { self.stringValue = stringValue }
        let intValue: Int? = nil
        init?(intValue: Int) { nil }
    }
}

extension Value {
    /// Equal, of the same types, and doubles to the bit, but any NaN equal to any.
    func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.double(let a), .double(let b)): (a.isNaN && b.isNaN) || a.bitPattern == b.bitPattern
        case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case (.map(let a), .map(let b)): a.count == b.count && a.entries.allSatisfy { b[$0.key]?.isSame(as: $0.value) ?? false }
        default: self == other
        }
    }
}
