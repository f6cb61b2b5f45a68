import HTTPCore
import ServerEnvironment
import Testing

@Suite struct TokenScopeTests {
    private func page(api: String, pages: String) throws -> String? {
        let api = try #require(WebAddress(api))
        return TokenScope(api: api).tokenPage(pages: try #require(WebAddress(pages)), of: api)
    }

    @Test(arguments: [
        ("https://api.github.com", "https://github.com"),
        ("https://api.acme.ghe.com", "https://acme.ghe.com"),
        ("https://github.example/api/v3", "https://github.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ])
    func `the page that makes tokens is known if API and pages are of one host`(
        api: String, pages: String
    ) throws {
        #expect(try page(api: api, pages: pages) == "\(pages)/settings/tokens")
    }

    /// A token of one host must not be given to another one.
    @Test(arguments: [
        ("https://github.example/api/v3", "https://github.com"),
        ("https://api.acme.ghe.com", "https://github.com"),
        ("https://api.github.com", "https://github.example"),
        ("https://api.github.com.example", "https://github.com"),
        ("http://127.0.0.1:8080", "https://github.com"),
        ("http://github.example", "https://github.example"),
    ])
    func `no page is named for the tokens of another host or of an unencrypted API`(
        api: String, pages: String
    ) throws {
        #expect(try page(api: api, pages: pages) == nil)
    }

    @Test func `the sandbox has no page that makes tokens`() throws {
        let address = try #require(WebAddress("http://127.0.0.1:8080"))
        #expect(TokenScope.sandbox.tokenPage(pages: address, of: address) == nil)
    }
}
