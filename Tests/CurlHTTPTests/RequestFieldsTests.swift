import HTTPCore
import HTTPTypes
import Secrets
import Testing

@testable import CurlHTTP

@Suite struct RequestFieldsTests {
    private let gzip = "Accept-Encoding: gzip"

    /// The lines that libcurl is given for a request with these fields.
    private func check(
        _ fields: HTTPFields, credential: Secret? = nil, gives lines: [String]
    ) {
        let head = HTTPRequest(
            method: .get, scheme: "https", authority: "api.github.com", path: "/",
            headerFields: fields)
        let request = HTTPTransportRequest(head: head, credential: credential)
        #expect(requestFieldLines(for: request) == lines)
    }

    @Test func `fields are passed on unchanged, without libcurl's own`() {
        check(
            [.accept: "a", .userAgent: "b"],
            gives: ["Accept: a", "User-Agent: b", gzip, "Content-Type:", "Expect:"])
    }

    @Test func `a field without a value is sent`() {
        check([.accept: ""], gives: ["Accept;", gzip, "Content-Type:", "Expect:"])
    }

    @Test func `the caller's content type is kept`() {
        check([.contentType: "a/b"], gives: ["Content-Type: a/b", gzip, "Expect:"])
    }

    @Test func `the caller's accepted codings are kept`() {
        check(
            [.acceptEncoding: "identity"],
            gives: ["Accept-Encoding: identity", "Content-Type:", "Expect:"])
    }

    @Test func `a credential becomes the only Authorization field`() {
        check(
            [.authorization: "Basic x"], credential: Secret("ghp_1"),
            gives: ["Authorization: Bearer ghp_1", gzip, "Content-Type:", "Expect:"])
    }

    @Test func `a credential cannot inject another field`() {
        check(
            [:], credential: Secret("a\r\nHost: evil"),
            gives: ["Authorization: Bearer a  Host: evil", gzip, "Content-Type:", "Expect:"])
    }
}
