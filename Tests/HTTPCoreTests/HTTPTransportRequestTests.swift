import HTTPCore
import HTTPTypes
import Testing

@Suite struct HTTPTransportRequestTests {
    private func check(
        _ scheme: String?, _ authority: String?, _ path: String?, gives url: String
    ) {
        let head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
        #expect(HTTPTransportRequest(head: head).url == url)
    }

    @Test func `the URL consists of scheme, authority, path and query`() {
        check(
            "https", "api.github.com", "/users?since=1",
            gives: "https://api.github.com/users?since=1")
        check("http", "127.0.0.1:8080", "/api/v3/", gives: "http://127.0.0.1:8080/api/v3/")
    }

    @Test func `the default scheme is https, and the default path the root`() {
        check(nil, "api.github.com", nil, gives: "https://api.github.com/")
    }

    @Test func `by default a request has no special cache policy`() {
        let request = HTTPTransportRequest(
            head: HTTPRequest(method: .get, scheme: "https", authority: "a", path: "/"))
        #expect(request.cachePolicy == CachePolicy())
        #expect(request.body.isEmpty)
        #expect(request.credential == nil)
    }
}
