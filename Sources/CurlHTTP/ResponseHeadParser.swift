import HTTPTypes

/// Builds a response head from libcurl's header lines.
///
/// An interim response (1xx) or a proxy's response to `CONNECT` is replaced by the response that
/// follows. Trailers are ignored, and so are lines that are not header fields.
///
/// - SeeAlso: RFC 9112, sections 4 and 5; RFC 9113, section 8.3 (no reason phrase).
struct ResponseHeadParser {
    /// The head so far; nil before the first status line.
    private(set) var head: HTTPResponse?
    /// The bytes of all lines, including those of replaced heads and trailers.
    private(set) var size = 0
    /// Whether the blank line has arrived.
    private var isComplete = false
    /// Whether the last line was a header field, which a folded line would continue.
    private var mayContinue = false

    /// Appends one line, with or without its line end.
    mutating func append(line: [UInt8]) {
        size += line.count
        let text = trimmed(line[...])
        if isComplete || head == nil {
            guard line.starts(with: "HTTP/".utf8) else { return }
            head = Self.head(statusLine: text)
            isComplete = false
            mayContinue = false
        } else if text.isEmpty {
            isComplete = true
        } else if let first = line.first, isBlank(first) {
            continueField(with: text)
        } else {
            appendField(text)
        }
    }

    private mutating func appendField(_ line: ArraySlice<UInt8>) {
        mayContinue = false
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { return }
        let value = trimmed(line[(colon + 1)...])
        head?.headerFields.append(HTTPField(name: name, value: Array(value)))
        mayContinue = true
    }

    /// Appends a folded line to the field before it (RFC 9112, section 5.2).
    private mutating func continueField(with text: ArraySlice<UInt8>) {
        guard mayContinue, var field = head?.headerFields.popLast() else { return }
        field.value += " " + String(decoding: text, as: UTF8.self)
        head?.headerFields.append(field)
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

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

/// Removes white space and line ends at both ends.
private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isEdge(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }
    var rest = bytes.drop(while: isEdge)
    while let last = rest.last, isEdge(last) { rest.removeLast() }
    return rest
}
