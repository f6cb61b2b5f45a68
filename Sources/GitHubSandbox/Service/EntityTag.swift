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
        return "\"\(hash.finalize().hex)\""
    }

    /// Whether an `If-None-Match` has `tag`, by weak comparison (RFC 9110, section 8.8.3.2).
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split { ", \t".contains($0) }.contains { named in
            named == "*" || strong(named) == strong(tag[...])
        }
    }

    /// The tag without `W/`, as in a 304.
    static func strong(_ tag: Substring) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
}

extension Digest {
    /// The digest in hexadecimal digits, in lower case.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
