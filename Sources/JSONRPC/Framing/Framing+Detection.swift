/// The choice of the framing by a connection's first bytes.
///
/// With ``Framing/automatic``, white space is skipped. Then a letter means headers, and the start
/// of any other JSON text means lines. An HTTP request line is refused in any framing, so that no
/// web page can use the server through a browser.
extension Framing {
    private static let httpMethods = [
        "GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ", "TRACE ",
    ].map { Array($0.utf8) }

    /// The framing that the bytes so far show, or nil if more bytes are needed. If `isComplete`, no
    /// more will come.
    func detected(
        in input: inout ByteQueue, isComplete: Bool
    ) throws(FramingError) -> Framing? {
        if self == .automatic { input.dropWhiteSpace() }
        guard !input.isEmpty else { return nil }
        for method in Self.httpMethods {
            let length = min(method.count, input.count)
            guard input[0..<length].elementsEqual(method[..<length]) else { continue }
            if length == method.count { throw .httpRequest }
            if !isComplete { return nil }
        }
        guard self == .automatic else { return self }
        switch input[0] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            return .headers
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .lines
        default: throw .unknownFraming(input[0])
        }
    }
}
