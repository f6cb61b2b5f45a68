import HTTPCore
import HTTPTypes
import Secrets
import Testing

@testable import SharedCache

@Suite struct IdentityKeysTests {
    private let keys = IdentityKeys(credential: Secret("ghp_0123456789abcdefghij"))

    private func request(_ path: String, _ fields: HTTPFields = [:]) -> HTTPTransportRequest {
        HTTPTransportRequest(
            head: HTTPRequest(
                method: .get, scheme: "https", authority: "api.github.com", path: path,
                headerFields: fields))
    }

    @Test func `a name has 32 hexadecimal digits and is the same on every server`() {
        let name = keys.question(request("/users/octocat"))
        #expect(name.count == 32)
        #expect(name.allSatisfy { $0.isHexDigit })
        let other = IdentityKeys(credential: Secret("ghp_0123456789abcdefghij"))
        #expect(other.question(request("/users/octocat")) == name)
    }

    @Test func `names depend on identity, URL and the fields that Vary may name`() {
        let names = [
            keys.question(request("/users/octocat")),
            keys.question(request("/users/octocat", [.accept: "application/json"])),
            keys.question(request("/users/github")),
            IdentityKeys(credential: nil).question(request("/users/octocat")),
            keys.tag("octocat"), keys.budget("octocat"),
        ]
        #expect(Set(names).count == names.count)
    }

    @Test func `the name of a question does not depend on the server's version`() {
        let one = keys.question(request("/", [.userAgent: "GitXplorer/1"]))
        #expect(one == keys.question(request("/", [.userAgent: "GitXplorer/2"])))
    }
}
