import Crypto
import Foundation
import HTTPCore
import HTTPTypes
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import HTTPCache

/// One owner's response is confirmed for another one, if its entity tag follows GitHub's rule.
@Suite struct EntityTagRuleTests {
    private let cache = TestCache()

    private func get(
        _ token: String?, _ path: String = "/users/octocat", accept: String = "a/b",
        host: String = "api.github.com"
    ) -> HTTPTransportRequest {
        var request = HTTPTransportRequest.get(path)
        request.head.authority = host
        request.head.headerFields[.accept] = accept
        request.credential = token.map { Secret($0) }
        return request
    }

    /// GitHub with its rule, or with another one; some may not see the page.
    private func github(
        _ body: String = "page", salt: String = "", hidden: Set<String> = []
    ) -> ScriptedTransport {
        ScriptedTransport { request, _ in
            if let token = request.credential?.reveal(), hidden.contains(token) {
                return .reply(404, "Not Found")
            }
            let authorization = request.authorization.map { "\($0.reveal()):" } ?? ""
            let accept = request.head.headerFields[.accept] ?? ""
            let digest = SHA256.hash(data: Data("\(accept):\(authorization)\(salt)\(body)".utf8))
            let tag = digest.map { String(format: "%02x", $0) }.joined()
            let isConfirmed = request.head.headerFields[.ifNoneMatch]?.contains(tag) == true
            return .reply(
                isConfirmed ? 304 : 200, isConfirmed ? "" : body,
                fields: [
                    "ETag": "W/\"\(tag)\"", "Cache-Control": "private, max-age=60",
                    "Vary": "Accept, Authorization", "X-OAuth-Scopes": isConfirmed ? "" : "repo",
                    "Link": "<https://api.github.com/x?page=2>; rel=\"next\"",
                ])
        }
    }

    private func sources(
        _ upstream: ScriptedTransport, _ requests: [HTTPTransportRequest]
    ) async throws -> [Provenance.Source] {
        let transport = cache.transport(upstream)
        var sources: [Provenance.Source] = []
        for request in requests {
            sources.append(try await transport.send(request).provenance.source)
        }
        return sources
    }

    @Test func `ten tokens in turn cost one page`() async throws {
        let github = github()
        let found = try await sources(github, (0..<10).map { get("token\($0)") } + [get(nil)])
        #expect(found == [.network] + Array(repeating: .revalidated, count: 10))
        // Each has its own from then on.
        #expect(try await sources(github, [get("token4"), get(nil)]) == [.cache, .cache])
    }

    @Test func `after a sign-in what was known anonymously costs nothing`() async throws {
        #expect(try await sources(github(), [get(nil), get("new")]) == [.network, .revalidated])
    }

    @Test func `the body is another owner's, what upstream said of that one is not`() async throws {
        let transport = cache.transport(github())
        _ = try await transport.send(get("a"))
        let answer = try await transport.send(get("b"))
        #expect(answer.text == "page")
        #expect(answer.head.headerFields[HTTPField.Name("X-OAuth-Scopes")!] == "")
        #expect(answer.head.headerFields[HTTPField.Name("Link")!]?.contains("page=2") == true)
        #expect(answer.head.headerFields[.eTag] != nil)
    }

    @Test func `what an owner may not see stays hidden`() async throws {
        let transport = cache.transport(github(hidden: ["b"]))
        _ = try await transport.send(get("a"))
        let answer = try await transport.send(get("b"))
        #expect(answer.head.status == .notFound && answer.text == "Not Found")
        #expect(try await transport.send(get("a")).provenance.source == .cache)
    }

    @Test func `nothing of another owner is shown when upstream cannot be asked`() async throws {
        let good = github()
        let upstream = ScriptedTransport { request, number throws(HTTPTransportError) in
            if number > 1 { throw .unavailable(UpstreamFailure(cause: .connect)) }
            return try await good.send(request)
        }
        let transport = cache.transport(upstream)
        _ = try await transport.send(get("a"))
        await #expect(throws: HTTPTransportError.self) { try await transport.send(get("b")) }
    }

    @Test func `a tag that does not follow the rule is not used`() async throws {
        let github = github(salt: "other")
        #expect(try await sources(github, [get("a"), get("b")]) == [.network, .network])
        #expect(github.requests[1].head.headerFields[.ifNoneMatch] == nil)
    }

    @Test func `a changed page is a page`() async throws {
        let old = github("old")
        let new = github("new")
        let upstream = ScriptedTransport { request, number throws(HTTPTransportError) in
            try await (number == 1 ? old : new).send(request)
        }
        #expect(try await sources(upstream, [get("a"), get("b")]) == [.network, .network])
        #expect(upstream.requests[1].head.headerFields[.ifNoneMatch] != nil)
        // The first owner's is still what it was.
        #expect(try await sources(upstream, [get("a")]) == [.cache])
    }

    @Test func `other media types and hosts have other responses`() async throws {
        let github = github()
        _ = try await sources(github, [get("a"), get("b", accept: "c/d"), get("b", host: "other")])
        #expect(github.requests.allSatisfy { $0.head.headerFields[.ifNoneMatch] == nil })
    }

    @Test func `three failures in a row end the use of the rule for a day`() async throws {
        // The rule holds for the first owner of each page only.
        let asked = Mutex<Set<String>>([])
        let rule = github()
        let other = github(salt: "changed")
        let upstream = ScriptedTransport { request, _ throws(HTTPTransportError) in
            let isFirst = asked.withLock { $0.insert(request.url).inserted }
            return try await (isFirst ? rule : other).send(request)
        }
        _ = try await sources(
            upstream, (1...5).flatMap { [get("a", "/\($0)"), get("b", "/\($0)")] })
        let isConditional = upstream.requests.map { $0.head.headerFields[.ifNoneMatch] != nil }
        #expect(isConditional.count { $0 } == 3)
        #expect(isConditional.prefix(6).count { $0 } == 3)
        // Also for the store's next process.
        cache.clock.advance(86_401)
        _ = try await sources(upstream, [get("a", "/9"), get("b", "/9")])
        #expect(upstream.requests.last?.head.headerFields[.ifNoneMatch] != nil)
    }

    @Test func `a compressed body counts as what it contains`() throws {
        let gzip: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 43, 72, 76, 79, 5, 0, 32, 182, 10, 20, 4, 0, 0, 0,
        ]
        var request = get("a")
        request.scheme = "token"
        let digest = SHA256.hash(data: Data("a/b:token a:page".utf8))
        let tag = "W/\"\(digest.map { String(format: "%02x", $0) }.joined())\""
        let fields: HTTPFields = [.eTag: tag, .contentEncoding: "gzip"]
        #expect(EntityTagRule.explains(200, fields, gzip, to: request))
        #expect(!EntityTagRule.explains(200, fields, Array(gzip.dropLast()), to: request))
        #expect(!EntityTagRule.explains(200, fields, gzip, to: get("a")))
        #expect(!EntityTagRule.explains(404, fields, gzip, to: request))
    }
}
