import Testing

@testable import gitxplorer

@Suite struct HTTPNamesTests {
    @Test(arguments: ["example.org", "Proxy_1.example", "localhost", "10.0.0.1", "[::1]"])
    func `a host is a name or an address`(text: String) throws {
        #expect(try HTTPNames.host(text) == text)
    }

    @Test(arguments: ["", "a:80", "http://a", "a/b", "::1", "[::1]:80", "*", "a b", "ä"])
    func `anything else is no host`(text: String) {
        #expect(throws: CommandError.self) { try HTTPNames.host(text) }
    }

    @Test(arguments: [
        ("https://example.org", "https://example.org"),
        ("HTTPS://Example.org:8443", "https://example.org:8443"),
        ("https://example.org:443", "https://example.org"),
        ("http://example.org:443", "http://example.org:443"),
        ("http://[::1]:80", "http://[::1]"),
    ])
    func `an origin is written as browsers send it`(text: String, origin: String) throws {
        #expect(try HTTPNames.origin(text) == origin)
    }

    @Test(arguments: [
        "", "null", "*", "example.org", "//example.org", "ftp://example.org", "https://",
        "https://example.org/", "https://example.org:", "https://u@example.org",
        "https://example.org?a", "https://*.example.org",
    ])
    func `anything else is no origin`(text: String) {
        #expect(throws: CommandError.self) { try HTTPNames.origin(text) }
    }
}
