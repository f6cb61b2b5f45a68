public import JSONCore

/// The id that connects a response to its request: a string, a number or null.
///
/// It keeps the bytes that were sent, so that it comes back unchanged. Two ids are equal if they
/// are the same JSON value: `1` and `1.0` are, `1` and `"1"` are not.
///
/// - SeeAlso: JSON-RPC 2.0, section 4, `id`.
public struct RequestID: Sendable {
    /// The value by which ids are compared.
    private enum Key: Hashable, Sendable {
        case null
        case integer(Int)
        case number(JSONNumber)
        /// UTF-8 with escapes decoded: Swift compares strings by canonical equivalence.
        case string([UInt8])
    }

    /// The id as its sender wrote it.
    public let bytes: [UInt8]

    private let key: Key

    /// The id of a response to a request whose id could not be read.
    public static let null = RequestID(bytes: Array("null".utf8), key: .null)

    private init(bytes: [UInt8], key: Key) {
        self.bytes = bytes
        self.key = key
    }

    /// Nil if `value` is neither a string nor a number nor null.
    public init?(_ value: JSONValue) {
        self.init(value, writtenAs: value.bytes)
    }

    init?(_ value: JSONValue, writtenAs bytes: [UInt8]) {
        switch value {
        case .null: key = .null
        case .number(let number): key = number.int.map(Key.integer) ?? .number(number)
        case .string(let text): key = .string(Array(text.utf8))
        case .bool, .array, .object: return nil
        }
        self.bytes = bytes
    }

    /// Whether this is null, which identifies no request.
    public var isNull: Bool {
        key == .null
    }
}

extension RequestID: Hashable {
    /// Whether both are the same JSON value.
    public static func == (left: RequestID, right: RequestID) -> Bool {
        left.key == right.key
    }

    /// Equal ids have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}

extension RequestID: CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    /// The id as JSON.
    public var description: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// A number.
    public init(integerLiteral value: Int) {
        self.init(bytes: Array(String(value).utf8), key: .integer(value))
    }

    /// A string.
    public init(stringLiteral value: String) {
        self.init(bytes: JSONValue.string(value).bytes, key: .string(Array(value.utf8)))
    }
}
