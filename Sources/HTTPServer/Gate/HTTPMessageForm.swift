import NIOHTTP1

/// The rules of RFC 9112 that the decoder leaves to its user.
enum HTTPMessageForm {
    /// The same for what the decoder refuses and for what is refused before it: which of them sees a
    /// mistake first depends on the pieces in which it arrives.
    static let malformed = HTTPRefusal.malformed("Send requests as RFC 9112 has them.")

    static let tooLong = HTTPRefusal(
        .requestHeaderFieldsTooLarge, "Send fewer and shorter header fields.", closes: true)

    static let longTarget = HTTPRefusal(.uriTooLong, "Send a shorter target.", closes: true)

    /// - Returns: the request target.
    @discardableResult
    static func check(_ head: HTTPRequestHead) throws(HTTPRefusal) -> HTTPTarget {
        let fields = head.headers
        guard head.version.major == 1, head.version.minor < 2 else {
            throw .malformed("Send HTTP/1.1 or HTTP/1.0.")
        }
        guard let target = HTTPTarget(head.uri, method: head.method) else {
            throw .malformed("The request target must be a path.")
        }
        let codings = fields["transfer-encoding"]
        guard fields["content-length"].count + codings.count < 2 else {
            throw .malformed("State the length of the body once.")
        }
        guard codings.allSatisfy({ head.version.minor == 1 && $0.lowercased() == "chunked" }) else {
            throw .malformed("The only transfer coding is chunked, in HTTP/1.1.")
        }
        return target
    }

    /// The decoder leaves blanks after a value; they are no part of it (RFC 9112, section 5.1).
    static func trim(_ head: inout HTTPRequestHead) {
        guard head.headers.contains(where: { $0.value.utf8.last == 0x20 }) else { return }
        let isKeepAlive = head.isKeepAlive
        head.headers = HTTPHeaders(
            head.headers.map { name, value in
                var value = value
                while value.utf8.last == 0x20 { value.removeLast() }
                return (name, value)
            })
        // New fields do not know whether the decoder goes on after this request.
        if !isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    }
}
