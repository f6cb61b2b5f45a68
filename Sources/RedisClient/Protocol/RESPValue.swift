/// A value of the Redis serialization protocol, version 3 (RESP3), as the engine sends it.
///
/// Types that a caller need not distinguish share a case: sets are arrays, verbatim strings are
/// blob strings without their format, large numbers are simple strings.
package enum RESPValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(Int64)
    case double(Double)
    case simpleString(String)
    /// Its first word is a code such as `WRONGPASS`, the rest is for people.
    case error(String)
    case blobString([UInt8])
    case array([RESPValue])
    /// The members in the order received; keys may repeat.
    case map([(key: RESPValue, value: RESPValue)])
    /// Sent by the engine without a command, such as a message of a channel.
    case push([RESPValue])

    /// NaN equals NaN here, so that two decodings of the same bytes are equal.
    package static func == (left: RESPValue, right: RESPValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
        case (.simpleString(let left), .simpleString(let right)): left == right
        case (.error(let left), .error(let right)): left == right
        case (.blobString(let left), .blobString(let right)): left == right
        case (.array(let left), .array(let right)), (.push(let left), .push(let right)):
            left == right
        case (.map(let left), .map(let right)):
            left.elementsEqual(right) { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}

extension RESPValue {
    /// The bytes of a string of either kind.
    package var bytes: [UInt8]? {
        switch self {
        case .blobString(let bytes): bytes
        case .simpleString(let text): Array(text.utf8)
        default: nil
        }
    }

    /// The text of a string of either kind; bytes that are not UTF-8 are replaced.
    package var text: String? {
        switch self {
        case .blobString(let bytes): String(decoding: bytes, as: UTF8.self)
        case .simpleString(let text): text
        default: nil
        }
    }

    /// A number, also if it was sent as decimal digits in a string.
    package var integer: Int64? {
        if case .number(let number) = self { return number }
        return text.flatMap { Int64($0) }
    }

    package var elements: [RESPValue]? {
        switch self {
        case .array(let values), .push(let values): values
        default: nil
        }
    }

    /// The error's code, its first word: `NOSCRIPT`, `OOM`, `NOPERM`.
    package var errorCode: Substring? {
        guard case .error(let text) = self else { return nil }
        return text.prefix { $0 != " " }
    }

    /// The value of a map's first member of that name.
    package subscript(name: String) -> RESPValue? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key.text == name }?.value
    }
}
