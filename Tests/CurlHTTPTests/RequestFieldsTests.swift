import HTTPCore
import HTTPTypes
import Secrets
import Testing

@testable import CurlHTTP

@Suite struct RequestFieldsTests {
    private let gzip = "Accept-Encoding: gzip"

    /// What libcurl is given for a request with these fields must contain these lines.
    private func check(
        _ fields: HTTPFields, credential: Secret? = nil, gives lines: [String]
    ) {
        let head = HTTPRequest(
            method: .get, scheme: "https", authority: "api.github.com", path: "/",
            headerFields: fields)
        let request = HTTPTransportRequest(head: head, credential: credential)
        #expect(requestFieldLines(for: request) == lines)
    }

    @Test func `fields are given as they are, and libcurl's own are left out`() {
        check(
            [.accept: "a", .userAgent: "b"],
            gives: ["Accept: a", "User-Agent: b", gzip, "Content-Type:", "Expect:"])
    }

    @Test func `a field without a value is sent`() {
        check([.accept: ""], gives: ["Accept;", gzip, "Content-Type:", "Expect:"])
    }

    @Test func `the content type of the caller is kept`() {
        check([.contentType: "a/b"], gives: ["Content-Type: a/b", gzip, "Expect:"])
    }

    @Test func `the codings that the caller takes are kept`() {
        check(
            [.acceptEncoding: "identity"],
            gives: ["Accept-Encoding: identity", "Content-Type:", "Expect:"])
    }

    @Test func `a credential becomes the only Authorization field`() {
        check(
            [.authorization: "Basic x"], credential: Secret("ghp_1"),
            gives: ["Authorization: Bearer ghp_1", gzip, "Content-Type:", "Expect:"])
    }

    @Test func `a credential cannot smuggle in another field`() {
        check(
            [:], credential: Secret("a\r\nHost: evil"),
            gives: ["Authorization: Bearer a  Host: evil", gzip, "Content-Type:", "Expect:"])
    }
}
