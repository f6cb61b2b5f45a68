package import Secrets

/// Where the engine is, and how to sign in to it.
package struct RedisConfiguration: Hashable, Sendable {
    package enum Address: Hashable, Sendable {
        /// The host without brackets.
        case tcp(host: String, port: Int)
        case unix(path: String)
    }

    package let address: Address
    /// Host name and chain are always verified.
    package let usesTLS: Bool
    /// Nil for the engine's default user.
    package let user: String?
    package var password: Secret?
    package let database: Int
    /// PEM file of the CAs that are trusted with TLS; nil for those of the machine.
    package var certificateFile: String?

    /// Takes `redis://[USER[:PASSWORD]@]HOST[:PORT][/DB]`, the same with `rediss://`, or
    /// `unix:PATH`. User and password may be percent-encoded.
    package init(parsing url: String) throws(RedisURLError) {
        if url.hasPrefix("unix:") {
            let path = String(url.dropFirst("unix:".count))
            // The length of `sun_path`, with its final zero.
            guard path.hasPrefix("/"), path.utf8.count < 108, !path.utf8.contains(0) else {
                throw .socketPath
            }
            address = .unix(path: path)
            usesTLS = false
            user = nil
            database = 0
            return
        }
        guard let scheme = ["redis://", "rediss://"].first(where: url.lowercased().hasPrefix) else {
            throw .scheme
        }
        usesTLS = scheme == "rediss://"
        var authority = url.dropFirst(scheme.count)
        guard !authority.contains(where: { $0 == "?" || $0 == "#" }) else { throw .trailing }
        (user, password) = try Self.takeUser(from: &authority)
        database = try Self.takeDatabase(from: &authority)
        address = try Self.hostAndPort(authority)
    }

    /// Without user and password.
    package var url: String {
        switch address {
        case .unix(let path): return "unix:\(path)"
        case .tcp(let host, let port):
            let host = host.contains(":") ? "[\(host)]" : host
            return "\(usesTLS ? "rediss" : "redis")://\(host):\(port)"
                + (database == 0 ? "" : "/\(database)")
        }
    }

    /// The last `@` ends it, so that an unencoded one in a password does no harm.
    private static func takeUser(
        from authority: inout Substring
    ) throws(RedisURLError) -> (String?, Secret?) {
        guard let at = authority.lastIndex(of: "@") else { return (nil, nil) }
        let words = try authority[..<at]
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
        authority = authority[at...].dropFirst()
        let password = words.count > 1 && !words[1].isEmpty ? Secret(words[1]) : nil
        return (words[0].isEmpty ? nil : words[0], password)
    }

    private static func takeDatabase(from authority: inout Substring) throws(RedisURLError) -> Int {
        guard let slash = authority.firstIndex(of: "/") else { return 0 }
        let digits = authority[slash...].dropFirst()
        authority = authority[..<slash]
        return digits.isEmpty ? 0 : try number(digits, in: 0...1_000_000, else: .database)
    }

    private static func hostAndPort(_ authority: Substring) throws(RedisURLError) -> Address {
        var host = authority
        var port = 6379
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[end...].lastIndex(of: ":") {
            host = authority[..<colon]
            port = try number(authority[colon...].dropFirst(), in: 1...65_535, else: .port)
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw .host
        }
        let isPlain = host.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard !host.isEmpty, isPlain, !host.contains(where: { "[]/@\\".contains($0) }) else {
            throw .host
        }
        return .tcp(host: String(host), port: port)
    }

    private static func number(
        _ digits: Substring, in range: ClosedRange<Int>, else error: RedisURLError
    ) throws(RedisURLError) -> Int {
        // Int.init(_:) also takes a sign.
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = Int(digits), range.contains(number)
        else { throw error }
        return number
    }

    private static func decoded(_ text: Substring) throws(RedisURLError) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        var bytes = Array(parts[0])
        for part in parts.dropFirst() {
            let digits = Substring(part.prefix(2))
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
                let byte = UInt8(digits, radix: 16)
            else { throw .percentEncoding }
            bytes += [byte] + part.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .percentEncoding }
        return text
    }
}
