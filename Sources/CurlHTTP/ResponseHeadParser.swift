package import HTTPTypes

/// Builds a response head from libcurl's header lines.
///
/// An interim response (1xx) or a proxy's response to `CONNECT` is replaced by the response that
/// follows. Trailers are ignored, and so are lines that are not header fields.
///
/// - SeeAlso: RFC 9112, sections 4 and 5; RFC 9113, section 8.3 (no reason phrase).
package struct ResponseHeadParser {
    /// Why a response is refused.
    package enum Refusal: Error, Hashable {
        /// A field value that continues on another line (`obs-fold`).
        case folded
        /// In bytes, including replaced heads and trailers.
        case tooLong(maximum: Int)
        case tooManyLines(maximum: Int)
        /// What two readers could read differently.
        case malformed
    }

    /// The head so far; nil before the first status line.
    package private(set) var head: HTTPResponse?
    private let maximumSize: Int
    private let maximumLines: Int
    private var size = 0
    private var lines = 0
    /// Whether the blank line has arrived.
    private(set) var isComplete = false
    private let isStrict: Bool
    private let versions: [String]

    /// - Parameters:
    ///   - isStrict: refuses a head that is malformed or frames its body in two ways.
    ///   - isPlain: whether there is no TLS, and so no HTTP/2.
    ///   - maximumSize: of all lines, those of interim responses and trailers included. So is the
    ///     number of lines.
    package init(
        isStrict: Bool = false, isPlain: Bool = false, maximumSize: Int = 256 << 10,
        maximumLines: Int = 1000
    ) {
        self.isStrict = isStrict
        versions = isPlain ? ["HTTP/1."] : ["HTTP/1.", "HTTP/2"]
        self.maximumSize = maximumSize
        self.maximumLines = maximumLines
    }

    /// - Parameter line: with or without its line end.
    package mutating func append(line: [UInt8]) throws(Refusal) {
        size += line.count
        lines += 1
        guard size <= maximumSize else { throw .tooLong(maximum: maximumSize) }
        guard lines <= maximumLines else { throw .tooManyLines(maximum: maximumLines) }
        let text = trimmed(line[...])
        if isComplete || head == nil {
            guard line.starts(with: "HTTP/".utf8) else { return }
            head = Self.head(statusLine: text)
            isComplete = false
            if isStrict, head == nil || !versions.contains(where: { line.starts(with: $0.utf8) }) {
                throw .malformed
            }
        } else if text.isEmpty {
            isComplete = true
            if isStrict { try checkFraming() }
        } else if let first = line.first, " \t".utf8.contains(first) {
            // Section 5.2 also allows unfolding it, but no server in use today folds.
            throw .folded
        } else {
            try appendField(text)
        }
    }

    private mutating func appendField(_ line: ArraySlice<UInt8>) throws(Refusal) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else {
            if isStrict { throw .malformed }
            return
        }
        let value = trimmed(line[(colon + 1)...])
        head?.headerFields.append(HTTPField(name: name, value: Array(value)))
    }

    /// The head states the length of its body at most once (RFC 9112, section 6.3).
    private mutating func checkFraming() throws(Refusal) {
        let lengths = head?.headerFields[values: .contentLength] ?? []
        let codings = head?.headerFields[values: .transferEncoding] ?? []
        guard Set(lengths).count + codings.count < 2,
            codings.allSatisfy({ $0.lowercased() == "chunked" }),
            lengths.allSatisfy({
                $0.utf8.allSatisfy({ (0x30...0x39).contains($0) }) && Int($0) != nil
            })
        else { throw .malformed }
        if lengths.count > 1 { head?.headerFields[.contentLength] = lengths[0] }
    }

    /// `HTTP/1.1 200 OK` or `HTTP/2 200`: three digits after the version, then the reason.
    private static func head(statusLine: ArraySlice<UInt8>) -> HTTPResponse? {
        let parts = statusLine.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard parts.count >= 2, parts[1].count == 3,
            let code = Int(String(decoding: parts[1], as: UTF8.self)), code >= 100
        else { return nil }
        let reason = parts.count == 3 ? String(decoding: parts[2], as: UTF8.self) : ""
        return HTTPResponse(status: HTTPResponse.Status(code: code, reasonPhrase: reason))
    }
}

extension ResponseHeadParser.Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .folded: "a header field continues on another line"
        case .tooLong(let maximum): "the header section is longer than \(maximum) bytes"
        case .tooManyLines(let maximum): "the header section has more than \(maximum) lines"
        case .malformed: "the header section is malformed"
        }
    }
}

/// Removes white space and line ends at both ends.
private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let edges = " \t\r\n".utf8
    let rest = bytes.drop(while: edges.contains)
    return rest.lastIndex { !edges.contains($0) }.map { rest[...$0] } ?? []
}
