import Explorer
import Foundation
import GitHubAPI
import HTTPCore
import HTTPTypes
import JSONCore
import JSONRPC
import Synchronization
import Testing

@testable import ExplorerRPC

/// Answers by path, counts requests, and never answers `/users/slow`.
final class ScriptedGitHub: HTTPTransport {
    let requests = Mutex(0)

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        requests.withLock { $0 += 1 }
        let path = request.head.path ?? ""
        let user =
            #"{"id":1,"login":"ada","type":"User","avatar_url":"https://a/1?v=4","#
            + #""html_url":"https://github.com/ada","url":"https://api.github.com/users/ada","#
            + #""followers":2,"following":3,"public_repos":0,"created_at":"2011-01-25T18:44:36Z"}"#
        let body: String
        switch path {
        case "/users/ada": body = user
        case "/users/ada/repos?per_page=100": body = "[]"
        case _ where path.hasPrefix("/users?"): body = "[\(user)]"
        case _ where path.hasPrefix("/search/users"):
            body = #"{"total_count":1,"incomplete_results":false,"items":[]}"#
        case _ where path.hasPrefix("/users/slow"):
            // Ends when the deadline cancels it.
            try? await Task.sleep(for: .seconds(3600))
            throw .cancelled
        default:
            return HTTPTransportResponse(
                head: HTTPResponse(status: .notFound), body: Array("{}".utf8),
                provenance: Provenance(source: .network, fetchedAt: .now))
        }
        return HTTPTransportResponse(
            head: HTTPResponse(status: .ok), body: Array(body.utf8),
            provenance: Provenance(
                source: .network, fetchedAt: .now, expiresAt: .now.addingTimeInterval(60)))
    }

    /// All methods, over this GitHub.
    func registry(
        _ answers: ResultCache, storedResults: StoredResults = .none,
        requestTimeout: Double = 60, redact: @escaping @Sendable (String) -> String = { $0 },
        formerNames: FormerNames = .table
    ) throws -> MethodRegistry {
        MethodCatalog.registry(
            try environment(
                answers, storedResults: storedResults, requestTimeout: requestTimeout,
                redact: redact), formerNames: formerNames)
    }

    /// The surroundings of methods over this GitHub.
    func environment(
        _ answers: ResultCache, storedResults: StoredResults = .none,
        requestTimeout: Double = 60, redact: @escaping @Sendable (String) -> String = { $0 }
    ) throws -> MethodEnvironment {
        let client = GitHubClient(
            base: try #require(WebAddress("https://api.github.com")), userAgent: "tests",
            transport: self, credential: { nil })
        return MethodEnvironment(
            explorer: Explorer(client: client),
            kept: KeptResults(memory: answers) { storedResults },
            cache: CacheAccess(
                statistics: {
                    CacheStatistics(path: ":memory:", entries: 0, bytes: 0, maxBytes: 1)
                }, clear: { $0 == nil ? 7 : 1 }),
            server: ServerFacts(
                name: "gitxplorer", version: "0", framings: ["lines"], maxMessageBytes: 1,
                maxInFlight: 1),
            webURL: "https://github.com", requestTimeout: requestTimeout, isAnonymous: { true },
            incident: { _ in "i" }, redact: redact, watchParent: { _ in })
    }
}
