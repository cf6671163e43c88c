/// Turns workflow values into Swift values.
///
/// Records and maps are keyed, lists are not. `Value`, `Timestamp`, `TimeAmount` and `[UInt8]` are taken as they are. Numbers
/// keep their kind: `Int` and the smaller signed ones are read from int, the unsigned ones from uint, `Double` and `Float`
/// from double.
public struct ValueDecoder: Sendable {
    /// Creates a decoder.
    public init() {}

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, whose text names the field and the Swift type, when the value does not fit the type.
    public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
        try DecoderOfValue(value: value, codingPath: [], owner: nil).unwrap(type)
    }
}

/// Reads one value.
struct DecoderOfValue: Decoder, SingleValueDecodingContainer {
    let value: Value
    let codingPath: [any CodingKey]
    /// The Swift type whose part this value is, for messages.
    let owner: (any Any.Type)?
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(value: Value, codingPath: [any CodingKey], owner: (any Any.Type)?) {
        self.value = value
        self.codingPath = codingPath
        self.owner = owner
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch value {
        case .record, .map: KeyedDecodingContainer(KeyedDecoderOfValue(value: value, codingPath: codingPath, owner: owner))
        default: throw mismatch(ValueMap.self, "a record")
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else { throw mismatch([Value].self, "a list") }
        return UnkeyedDecoderOfValue(elements: elements, codingPath: codingPath, owner: owner)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "\(place)expected \(expected), found \(value.typeAndShortDescription)"))
    }

    /// Where the value stands, for messages: `amount of Charge: `.
    private var place: String {
        let path = codingPath.text
        let owner = owner.map { "\($0)" }
        return switch (path.isEmpty, owner) {
        case (true, nil): ""
        case (true, let owner?): "\(owner): "
        case (false, nil): "\(path): "
        case (false, let owner?): "\(path) of \(owner): "
        }
    }

    /// Reads a value of any type.
    func unwrap<T: Decodable>(_ type: T.Type) throws -> T {
        if let special = CodingSpecials.valueType(of: type) {
            guard let instance = CodingSpecials.instance(of: special, from: value) as? T else { throw mismatch(type, "\(special)") }
            return instance
        }
        return try T(from: DecoderOfValue(value: value, codingPath: codingPath, owner: type is any Scalar.Type ? owner : type))
    }

    private func signed<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard case .int(let number) = value else { throw mismatch(type, "int") }
        guard let exact = T(exactly: number) else { throw outOfRange(type) }
        return exact
    }

    private func unsigned<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard case .uint(let number) = value else { throw mismatch(type, "uint") }
        guard let exact = T(exactly: number) else { throw outOfRange(type) }
        return exact
    }

    private func outOfRange<T: FixedWidthInteger>(_ type: T.Type) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "\(place)\(value.shortDescription) is out of the range \(T.min) to \(T.max)"))
    }

    func decodeNil() -> Bool {
        switch value {
        case .null, .optional(nil): true
        default: false
        }
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let truth) = value else { throw mismatch(type, "bool") }
        return truth
    }
    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw mismatch(type, "string") }
        return text
    }
    func decode(_ type: Double.Type) throws -> Double {
        guard case .double(let number) = value else { throw mismatch(type, "double") }
        return number
    }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try signed(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try signed(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try signed(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try signed(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try signed(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try unsigned(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try unsigned(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try unsigned(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try unsigned(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try unsigned(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try unwrap(type) }
}

/// Types that are no place of their own in a message.
private protocol Scalar {}
extension Bool: Scalar {}
extension String: Scalar {}
extension Double: Scalar {}
extension Float: Scalar {}
extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}
extension Array: Scalar {}
extension Dictionary: Scalar {}
extension Optional: Scalar {}
