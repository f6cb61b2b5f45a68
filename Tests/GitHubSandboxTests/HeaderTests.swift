import JSONCore
import Testing

@testable import GitHubSandbox

/// Headers that only some responses have.
@Suite struct HeaderTests {
    private let sandbox = TestSandbox()
    private let token = ["Authorization": "token ghp_x"]

    @Test func `a 304 has neither a media type nor scopes`() {
        for headers in [[:], token] {
            let tag = sandbox.get("/users/octocat", headers).header("ETag") ?? ""
            let sent = headers.merging(["If-None-Match": tag]) { $1 }
            let reply = sandbox.get("/users/octocat", sent)
            #expect(reply.status == 304)
            for name in [
                "X-GitHub-Media-Type", "X-OAuth-Scopes", "X-Accepted-OAuth-Scopes", "Content-Type",
                "Accept-Ranges",
            ] {
                #expect(reply.header(name) == nil, "\(name)")
            }
            for name in ["ETag", "Cache-Control", "Vary", "X-RateLimit-Remaining"] {
                #expect(reply.header(name) != nil, "\(name)")
            }
        }
    }

    @Test func `/rate_limit does not vary by credential`() {
        let tail = "Accept-Encoding, Accept, X-Requested-With"
        for headers in [[:], token] {
            let reply = sandbox.get("/rate_limit", headers)
            #expect(reply.header("Vary") == tail)
            #expect(reply.header("Cache-Control") == "no-cache")
        }
        let search = sandbox.get("/search/users?q=octocat", token).header("Vary")
        #expect(search == "Accept, Authorization, Cookie, X-GitHub-OTP, \(tail)")
    }

    @Test func `/rate_limit lists all documented budgets`() throws {
        let described = try JSONParser().parse(try Facts.bytes("openapi.json"))
        let schema = described["components"]?["schemas"]?["rate-limit-overview"]
        let documented = schema?["properties"]?["resources"]?["properties"]?.objectValue?.keys ?? []
        // It was removed on 2026-05-19, according to GitHub's changelog.
        let expected = Set(documented).subtracting(["code_scanning_upload"])
        for headers in [[:], token] {
            let resources = try sandbox.json("/rate_limit", headers)["resources"]
            #expect(expected.isSubset(of: resources?.objectValue?.keys ?? []))
            #expect(expected.count > 8)
        }
        let code = try sandbox.json("/rate_limit", token)["resources"]?["code_search"]
        #expect(code?["limit"] == 10)
    }

    @Test func `only anonymous 200s offer ranges`() {
        #expect(sandbox.get("/users/octocat").header("Accept-Ranges") == "bytes")
        #expect(sandbox.get("/users/octocat", token).header("Accept-Ranges") == nil)
        #expect(sandbox.get("/users/nobody-x").header("Accept-Ranges") == nil)
    }
}
