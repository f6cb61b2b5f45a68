extension Reply {
    /// The reply as gzip, if the request accepts it and the body is text.
    ///
    /// Its tag is then weak, as GitHub's is: the same tag names the text and its compressed form.
    func compressed(for request: SandboxRequest) -> Reply {
        guard !body.isEmpty, isText, request.acceptsGzip else { return self }
        var reply = self
        reply.body = Compressed.gzip(body)
        reply.headers.append(("Content-Encoding", "gzip"))
        if let tag = headers["etag"] {
            let weak = "W/\(EntityTag.strong(tag[...]))"
            reply.headers = reply.headers.replacing([("ETag", weak)])
        }
        return reply
    }

    private var isText: Bool {
        let type = headers["content-type"] ?? ""
        return ["application/json", "application/vnd.github.", "text/"].contains {
            type.hasPrefix($0)
        }
    }
}

extension SandboxRequest {
    /// Whether `Accept-Encoding` has gzip, with a weight above zero (RFC 9110, section 12.5.3).
    fileprivate var acceptsGzip: Bool {
        (header("accept-encoding") ?? "").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard parts.first == "gzip" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
                Double($0.dropFirst(2))
            }
            return weight != 0
        }
    }
}
