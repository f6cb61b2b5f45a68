/// Why a byte stream cannot be cut into messages any further.
///
/// The stream cannot be resynchronized after one, so the connection closes.
public enum FramingError: Error, Hashable {
    /// A header block has no `Content-Length`.
    case missingContentLength
    /// A header block has two.
    case repeatedContentLength
    /// Not plain decimal digits, or too large for an `Int`.
    case invalidContentLength(String)
    /// A line that is not `NAME: VALUE`, or does not end in CR LF.
    case malformedHeader(String)
    /// In bytes.
    case headerTooLarge(maximum: Int)
    /// In bytes.
    case bodyTooLarge(maximum: Int)
    /// The first byte begins neither a header nor a JSON text.
    case unknownFraming(UInt8)
    /// A frame was begun, but the rest of it did not come.
    case unfinishedFrame
    /// There is no memory for the rest of a frame.
    case noMemory
    /// A browser or another HTTP client, which gets no response.
    case httpRequest
}

extension FramingError: CustomStringConvertible {
    /// What was expected and what was found, without a full stop.
    public var description: String {
        switch self {
        case .missingContentLength: "Header block: expected a Content-Length, found none"
        case .repeatedContentLength: "Header block: expected one Content-Length, found two"
        case .invalidContentLength(let value):
            "Content-Length: expected decimal digits, found \"\(value)\""
        case .malformedHeader(let line):
            "Header block: expected \"NAME: VALUE\" and CR LF, found \"\(line)\""
        case .headerTooLarge(let maximum):
            "Header block: expected at most \(maximum) bytes, found more"
        case .bodyTooLarge(let maximum): "Message: expected at most \(maximum) bytes, found more"
        case .unknownFraming(let byte):
            "First byte: expected a header or a JSON text, found 0x\(String(byte, radix: 16))"
        case .unfinishedFrame: "Message: expected the rest of a frame, found none"
        case .noMemory: "Message: no memory is left for the rest of it; send it again later"
        case .httpRequest: "Expected JSON-RPC, found an HTTP request"
        }
    }
}
