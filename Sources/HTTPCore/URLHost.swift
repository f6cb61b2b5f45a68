import Glibc

/// The host in a URL's authority, without its port (RFC 3986, section 3.2.2).
package struct URLHost: Hashable, Sendable {
    /// In lower case; an IPv6 address without its brackets.
    package let name: String

    package init(authority: String) {
        let text = authority.lowercased()
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            name = String(text[text.index(after: text.startIndex)..<end])
        } else {
            name = String(text.prefix { $0 != ":" })
        }
    }

    /// Whether data sent there stays on this machine: `localhost` and names below it, which libcurl
    /// resolves by itself, 127.0.0.0/8 in any spelling that libcurl accepts, and `::1`.
    package var isLoopback: Bool {
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        var four = in_addr()
        if inet_aton(name, &four) != 0 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        var six = in6_addr()
        guard inet_pton(AF_INET6, name, &six) == 1 else { return false }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        let zeros = bytes.prefix { $0 == 0 }.count
        // ::ffff:127.0.0.0/104 is the IPv4 loopback network.
        return zeros == 15 && bytes[15] == 1 || zeros == 10 && bytes[10...12] == [0xFF, 0xFF, 127]
    }
}
