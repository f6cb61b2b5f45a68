/// Why a stream is not RESP3, or exceeds its limits.
///
/// The stream cannot be resynchronized after one, so the connection closes.
package enum RESPError: Error, Hashable, Sendable {
    /// The byte where a type was expected.
    case unknownType(UInt8)
    /// An invalid number or length; the line as received, shortened.
    case malformed(String)
    /// In bytes.
    case lineTooLong(maximum: Int)
    /// Of one value with all nested values, in bytes.
    case valueTooLong(maximum: Int)
    /// In one value, at any depth.
    case tooManyElements(maximum: Int)
    case tooDeep(maximum: Int)
    /// A blob's bytes are not followed by CR LF.
    case missingLineEnd
}

extension RESPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownType(let byte): "RESP3: expected a type, found byte \(byte)"
        case .malformed(let line): "RESP3: malformed value '\(line)'"
        case .lineTooLong(let maximum): "RESP3: a line of more than \(maximum) bytes"
        case .valueTooLong(let maximum): "RESP3: a value of more than \(maximum) bytes"
        case .tooManyElements(let maximum): "RESP3: a value of more than \(maximum) elements"
        case .tooDeep(let maximum): "RESP3: a value nested deeper than \(maximum)"
        case .missingLineEnd: "RESP3: expected CR LF behind a blob"
        }
    }
}
