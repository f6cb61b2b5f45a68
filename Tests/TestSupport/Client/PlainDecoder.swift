package import JSONCore
package import JSONRPC

/// Splits a server's output into messages, as simply as possible.
///
/// Anything else becomes a string that says so.
package struct PlainDecoder: Sendable {
    private let framing: Framing
    /// The output that is not part of a complete message yet.
    private var rest: [UInt8] = []

    package init(_ framing: Framing) {
        self.framing = framing
    }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        rest += bytes
    }

    /// The next message.
    package mutating func next() -> JSONValue? {
        guard let message = framing == .headers ? body() : line() else { return nil }
        let text = String(decoding: message, as: UTF8.self)
        return (try? JSONParser().parse(message)) ?? .string("not JSON: \(text)")
    }

    /// The rest of the output at its end; nil if it ended with a complete message.
    package var end: JSONValue? {
        rest.isEmpty ? nil : .string("not a frame: \(String(decoding: rest, as: UTF8.self))")
    }

    private mutating func line() -> [UInt8]? {
        guard let feed = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { rest.removeFirst(feed + 1) }
        return Array(rest[..<feed])
    }

    /// The body of the first frame, or its header if that is invalid.
    private mutating func body() -> [UInt8]? {
        guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        guard let length = Int(header.dropFirst("Content-Length: ".count)),
            header == "Content-Length: \(length)"
        else {
            defer { rest.removeFirst(end.upperBound) }
            return Array(rest[..<end.upperBound])
        }
        guard rest.count >= end.upperBound + length else { return nil }
        defer { rest.removeFirst(end.upperBound + length) }
        return Array(rest[end.upperBound..<(end.upperBound + length)])
    }
}

extension Framing {
    /// A frame with this text, even if it is not JSON.
    package func frame(_ text: String) -> String {
        self == .headers ? "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" : text + "\n"
    }
}
