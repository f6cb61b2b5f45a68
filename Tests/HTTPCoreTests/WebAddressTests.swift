import HTTPCore
import Testing

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("https://API.GitHub.com", "https://api.github.com/"),
        ("https://ghe.example:443/api/v3/", "https://ghe.example/api/v3/"),
        ("http://127.0.0.1:8080?a=b#c", "http://127.0.0.1:8080/?a=b"),
        ("http://[::1]:65535/", "http://[::1]:65535/"),
        ("http://[::1]", "http://[::1]/"),
    ])
    func `scheme, host and port are normalized`(text: String, printed: String) throws {
        #expect(try #require(WebAddress(text)).description == printed)
    }

    @Test(arguments: [
        "", "api.github.com", "ftp://x", "https://", "https://u:p@x/", "https://x/{y}",
        "https://x/ y", "https://x/\u{E9}", "file:///etc/passwd", "http://x:65536", "http://x:+1",
    ])
    func `text that is not a plain web address is refused`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func `components and values are percent-encoded below the prefix`() throws {
        let base = try #require(WebAddress("https://ghe.example/api/v3/"))
        let address = base.appending(
            ["users", "dependabot[bot]"], query: [("q", "a b&c=d/\u{E9}"), ("page", "2")])
        #expect(
            address.description
                == "https://ghe.example/api/v3/users/dependabot%5Bbot%5D"
                + "?q=a%20b%26c%3Dd%2F%C3%A9&page=2")
        #expect(address.components(below: base) == ["users", "dependabot%5Bbot%5D"])
    }

    @Test func `a parameter is replaced in place`() throws {
        let address = try #require(WebAddress("https://x/r?per_page=100&page=7&z=1"))
        #expect(address.setting("page", to: "3").query == "per_page=100&page=3&z=1")
        #expect(address.value(of: "per_page") == "100")
        #expect(address.value(of: "age") == nil)
    }

    @Test func `a location may be only a path`() throws {
        let address = try #require(WebAddress("https://x/a?b"))
        #expect(address.resolving("/c?d")?.description == "https://x/c?d")
        #expect(address.resolving("https://y/c")?.description == "https://y/c")
        #expect(address.resolving("//y/c") == nil)
    }
}
