/// Why a stream is not RESP3, or exceeds its limits.
///
/// The stream cannot be resynchronized after one, so the connection closes.
package enum RESPError: Error, Hashable, Sendable {
    /// The byte where a type was expected.
    case unknownType(UInt8)
    /// An invalid number or length; the line as received, shortened.
    case malformed(String)
    case lineTooLong
    /// With all nested values.
    case valueTooLong
    /// At any depth.
    case tooManyElements
    case tooDeep
    /// A blob's bytes are not followed by CR LF.
    case missingLineEnd
}

extension RESPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownType(let byte): "RESP3: expected a type, found byte \(byte)"
        case .malformed(let line): "RESP3: malformed value '\(line)'"
        case .lineTooLong: "RESP3: a line is too long"
        case .valueTooLong: "RESP3: a value is too long"
        case .tooManyElements: "RESP3: a value has too many elements"
        case .tooDeep: "RESP3: a value is nested too deeply"
        case .missingLineEnd: "RESP3: expected CR LF after a blob"
        }
    }
}
