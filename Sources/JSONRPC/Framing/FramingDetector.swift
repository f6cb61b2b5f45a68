/// Chooses the framing of a connection by its first bytes.
///
/// With ``Framing/automatic``, white space is skipped. Then a letter means headers, and the start
/// of any other JSON text means lines. An HTTP request line is refused in any framing, so that no
/// web page can use the server through a browser.
struct FramingDetector: Sendable {
    private static let httpMethods = [
        "GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ", "TRACE ",
    ].map { Array($0.utf8) }

    let framing: Framing

    /// The framing that the bytes so far show, or nil if more bytes are needed.
    ///
    /// - Parameter isComplete: whether no more bytes will come.
    func detect(
        in input: inout ByteQueue, isComplete: Bool
    ) throws(FramingError) -> Framing? {
        if framing == .automatic {
            while !input.isEmpty, input[0].isJSONWhiteSpace {
                input.drop(1)
            }
        }
        guard !input.isEmpty else { return nil }
        if try !isSurelyNotHTTP(input), !isComplete { return nil }
        return framing == .automatic ? try guess(input[0]) : framing
    }

    private func isSurelyNotHTTP(_ input: ByteQueue) throws(FramingError) -> Bool {
        for method in Self.httpMethods {
            let length = min(method.count, input.count)
            guard input[0..<length].elementsEqual(method[..<length]) else { continue }
            if length == method.count { throw .httpRequest }
            return false
        }
        return true
    }

    private func guess(_ byte: UInt8) throws(FramingError) -> Framing {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            .headers
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            .lines
        default: throw .unknownFraming(byte)
        }
    }
}

extension UInt8 {
    /// - SeeAlso: RFC 8259, section 2, `ws`.
    var isJSONWhiteSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }
}
