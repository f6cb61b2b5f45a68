import JSONCore
import Testing

@testable import GitHubSandbox

/// Entity tags, 304s and the caching headers.
@Suite struct ValidatorTests {
    private let sandbox = TestSandbox()
    private let signedIn = ["Authorization": "token ghp_x"]

    @Test func `ETags of recorded responses equal GitHub's`() throws {
        var checked: [String] = []
        for line in try Facts.recordings() {
            // For example sha256(Accept='application/json'); GitHub used MD5 until 2020.
            guard let formula = line["etag_formula"]?.stringValue,
                let accept = formula.firstMatch(of: /sha256\(Accept='(.*)'\)/)?.1,
                let headers = line["response"]?["headers"]?.objectValue,
                let tag = headers.first(where: { $0.key.lowercased() == "etag" })?.value
                    .stringValue,
                let body = line["response"]?["body"], let id = line["id"]?.stringValue
            else { continue }
            let computed = EntityTag.make(
                accept: String(accept), authorization: nil, body: body.bytes)
            #expect(computed == EntityTag.strong(tag[...]), "\(id)")
            checked.append(id)
        }
        #expect(checked.contains("d0190"))
    }

    @Test func `an ETag is computed from Accept, Authorization and body`() {
        let reply = sandbox.get("/users/octocat", ["Accept": "application/json"])
        let tag = EntityTag.make(
            accept: "application/json", authorization: nil, body: reply.body)
        #expect(reply.header("ETag") == tag)
        let other = sandbox.get(
            "/users/octocat", ["Accept": "application/json", "Authorization": "token ghp_x"])
        #expect(other.body == reply.body)
        #expect(other.header("ETag") != tag)
        #expect(tag.count == 66)
    }

    @Test(arguments: ["W/", ""])
    func `a current ETag gives 304, by weak comparison`(prefix: String) throws {
        let tag = try #require(sandbox.get("/users/octocat").header("ETag"))
        let reply = sandbox.get("/users/octocat", ["If-None-Match": "\"x\", \(prefix)\(tag)"])
        #expect(reply.status == 304)
        #expect(reply.body.isEmpty)
        #expect(reply.header("ETag") == tag)
        #expect(reply.header("Cache-Control") == "public, max-age=60, s-maxage=60")
        #expect(
            reply.header("Vary") == "Accept, Accept-Encoding, Accept, X-Requested-With")
        #expect(reply.header("Content-Type") == nil)
    }

    @Test func `a 304 is free for authenticated clients only`() {
        for (headers, remaining) in [(signedIn, "4999"), ([:], "58")] {
            let first = sandbox.get("/users/octocat", headers)
            var conditional = headers
            conditional["If-None-Match"] = first.header("ETag")
            let second = sandbox.get("/users/octocat", conditional)
            #expect(second.status == 304)
            #expect(second.header("X-RateLimit-Remaining") == remaining)
        }
    }

    @Test func `a 304 can be made free for everyone, as in 2018`() throws {
        let tag = try #require(sandbox.get("/users/octocat").header("ETag"))
        let free = #"{"anonymousRevalidation": "free"}"#
        #expect(sandbox.send("POST", "/_sandbox/config", body: free).status == 200)
        let reply = sandbox.get("/users/octocat", ["If-None-Match": tag])
        #expect(reply.status == 304)
        #expect(reply.header("X-RateLimit-Remaining") == "59")
    }

    @Test func `If-Modified-Since works for single objects, not for lists`() throws {
        let modified = try #require(sandbox.get("/users/octocat").header("Last-Modified"))
        let since = ["If-Modified-Since": modified]
        #expect(sandbox.get("/users/octocat", since).status == 304)
        let before = ["If-Modified-Since": "Tue, 25 Jan 2011 18:44:36 GMT"]
        #expect(sandbox.get("/users/octocat", before).status == 200)
        #expect(sandbox.get("/users/octocat/repos").header("Last-Modified") == nil)
        #expect(sandbox.get("/users/octocat/repos", since).status == 200)
    }

    @Test func `If-None-Match takes precedence over If-Modified-Since`() throws {
        let modified = try #require(sandbox.get("/users/octocat").header("Last-Modified"))
        let both = ["If-Modified-Since": modified, "If-None-Match": "\"other\""]
        #expect(sandbox.get("/users/octocat", both).status == 200)
    }

    @Test func `a response to an authenticated request is private`() {
        let reply = sandbox.get("/users/octocat", signedIn)
        #expect(reply.header("Cache-Control") == "private, max-age=60, s-maxage=60")
        #expect(
            reply.header("Vary")
                == "Accept, Authorization, Cookie, X-GitHub-OTP, "
                + "Accept-Encoding, Accept, X-Requested-With")
        #expect(reply.header("X-OAuth-Scopes") == "gist, read:org, repo")
    }

    @Test(arguments: ["/search/users?q=octocat", "/rate_limit"])
    func `searches and limits cannot be revalidated`(target: String) {
        let reply = sandbox.get(target)
        #expect(reply.header("Cache-Control") == "no-cache")
        #expect(reply.header("ETag") == nil)
    }

    @Test func `browsers and curl get indented JSON with the ETag of the compact form`() throws {
        let plain = sandbox.get("/users/octocat")
        let pretty = sandbox.get("/users/octocat", ["User-Agent": "curl/8.5.0"])
        #expect(pretty.header("ETag") == plain.header("ETag"))
        #expect(pretty.body != plain.body)
        #expect(pretty.text.hasPrefix("{\n  \"login\": \"octocat\",\n"))
        #expect(try pretty.json == plain.json)
    }

    @Test func `the response states the requested media type`() {
        let accept = "application/vnd.github.v3.full.text-match+json"
        let parts = sandbox.get("/zen", ["Accept": accept])
        #expect(
            parts.header("X-GitHub-Media-Type") == "github.v3; param=full.text-match; format=json")
        let star = sandbox.get("/zen", ["Accept": "application/vnd.github.v3.star+json"])
        #expect(star.header("X-GitHub-Media-Type") == "github.v3; param=star; format=json")
        let plain = sandbox.get("/zen", ["Accept": "application/vnd.github+json"])
        #expect(plain.header("X-GitHub-Media-Type") == "github.v3; format=json")
        #expect(plain.header("Content-Type") == "text/plain;charset=utf-8")
    }

    @Test func `mutations change ETags`() throws {
        let target = "/repos/octocat/Hello-World"
        let tag = try #require(sandbox.get(target).header("ETag"))
        let change = #"{"repo": "octocat/Hello-World", "stars": 3000}"#
        #expect(sandbox.send("POST", "/_sandbox/mutate", body: change).status == 200)
        let reply = sandbox.get(target, ["If-None-Match": tag])
        #expect(reply.status == 200)
        #expect(try reply.json["stargazers_count"] == 3000)
        sandbox.send("POST", "/_sandbox/reset")
        #expect(sandbox.get(target, ["If-None-Match": tag]).status == 304)
    }
}
