import Crypto

/// GitHub's `ETag`: hex(SHA-256(Accept ":" [Authorization ":"] body)).
///
/// The body is the uncompressed, compact form, even if it is sent indented. The tag of a compressed
/// response is weak.
enum EntityTag {
    static func make(accept: String?, authorization: String?, body: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(data: Array("\(accept ?? ""):".utf8))
        if let authorization { hash.update(data: Array("\(authorization):".utf8)) }
        hash.update(data: body)
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in hash.finalize() {
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return "\"\(String(decoding: text, as: UTF8.self))\""
    }

    /// Whether an `If-None-Match` has `tag`, by weak comparison (RFC 9110, section 8.8.3.2).
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").map(trimmed).contains { named in
            named == "*" || strong(named) == strong(tag[...])
        }
    }

    /// The tag without `W/`, as in a 304.
    static func strong(_ tag: Substring) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.prefix { $0 != " " && $0 != "\t" }
    }
}
