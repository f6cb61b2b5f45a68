/// An absolute `http` or `https` URL in the parts that decide where a request goes (RFC 3986).
///
/// It is stricter than a browser: no user information, no white space, and no character that a URL
/// must not contain, so that GitHub's literal `{?since}` is not an address. A fragment is dropped.
package struct WebAddress: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// Host and, unless it is the scheme's default, port; in lower case.
    package let authority: String
    /// Begins with `/`; percent-encoded.
    package private(set) var path: String
    /// The part after the `?`, percent-encoded.
    package var query: String?

    package init?(_ text: String) {
        guard text.utf8.allSatisfy(Self.isAllowed), let colon = text.firstRange(of: "://")
        else { return nil }
        scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end].lowercased()
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        if authority.last != "]", let colon = authority.lastIndex(of: ":") {
            // A port may be empty, and has no sign.
            guard UInt16("0\(authority[colon...].dropFirst())") != nil else { return nil }
        }
        let ownPort = scheme == "https" ? ":443" : ":80"
        let hasOwnPort = authority.hasSuffix(ownPort)
        self.authority = hasOwnPort ? String(authority.dropLast(ownPort.count)) : authority
        let mark = rest[end...].firstIndex(of: "?") ?? rest.endIndex
        path = mark == end ? "/" : String(rest[end..<mark])
        query = mark == rest.endIndex ? nil : String(rest[mark...].dropFirst())
    }

    /// Whether both have the same scheme, host and port, to which a credential is bound.
    package func hasSameOrigin(as other: WebAddress) -> Bool {
        scheme == other.scheme && authority == other.authority
    }

    package var host: URLHost { URLHost(authority: authority) }

    /// Whether a secret may be sent there: the connection is encrypted or does not leave this
    /// machine.
    package var isConfidential: Bool { scheme == "https" || host.isLoopback }

    /// The address in a `Location` field, which may be only a path; nil if it is not an address.
    package func resolving(_ reference: String) -> WebAddress? {
        guard reference.hasPrefix("/"), !reference.hasPrefix("//") else {
            return WebAddress(reference)
        }
        return WebAddress("\(scheme)://\(authority)\(reference)")
    }

    /// The address of `components` below this one's path, with `query` in the order given.
    package func appending(
        _ components: [String], query items: [(name: String, value: String)] = []
    ) -> WebAddress {
        var copy = self
        while copy.path.hasSuffix("/") { copy.path.removeLast() }
        for component in components { copy.path += "/" + Self.encoded(component) }
        copy.query = nil
        for item in items { copy = copy.setting(item.name, to: item.value) }
        return copy
    }

    /// The path's components below `base`, percent-encoded, or nil if the path is not below it.
    package func components(below base: WebAddress) -> [Substring]? {
        guard hasSameOrigin(as: base) else { return nil }
        let mine = path.split(separator: "/")
        let prefix = base.path.split(separator: "/")
        guard mine.starts(with: prefix) else { return nil }
        return Array(mine.dropFirst(prefix.count))
    }

    /// The first value of the query parameter `name`, still percent-encoded.
    package func value(of name: String) -> String? {
        parameters.first { Self.name(of: $0) == name }
            .map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The same address with the query parameter `name` replaced in place, or appended.
    package func setting(_ name: String, to value: String) -> WebAddress {
        let pair = "\(name)=\(Self.encoded(value))"
        var parts = parameters.map(String.init)
        if let index = parts.firstIndex(where: { Self.name(of: Substring($0)) == name }) {
            parts[index] = pair
        } else {
            parts.append(pair)
        }
        var copy = self
        copy.query = parts.joined(separator: "&")
        return copy
    }

    /// Path and query, as in a request line.
    package var target: String {
        query.map { "\(path)?\($0)" } ?? path
    }

    private var parameters: [Substring] {
        query?.split(separator: "&") ?? []
    }

    private static func name(of parameter: Substring) -> Substring {
        parameter.prefix { $0 != "=" }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"{}\"<>\\^`|".utf8.contains(byte)
    }

    /// `text` with everything but RFC 3986's unreserved characters percent-encoded.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain =
                character.isASCII
                && (character.isLetter || character.isNumber || "-._~".contains(character))
            if isPlain { return String(character) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

extension WebAddress: CustomStringConvertible {
    package var description: String { "\(scheme)://\(authority)\(target)" }
}
