import Explorer
import Foundation
import GitHubAPI
import HTTPCore
import HTTPTypes
import JSONCore
import JSONRPC
import TestSupport
import Testing

@testable import ExplorerRPC

extension ScriptedTransport {
    /// A GitHub with one user, `ada`, that never answers `/users/slow`.
    static func github() -> ScriptedTransport {
        let user =
            #"{"id":1,"login":"ada","type":"User","avatar_url":"https://a/1?v=4","#
            + #""html_url":"https://github.com/ada","url":"https://api.github.com/users/ada","#
            + #""followers":2,"following":3,"public_repos":0,"created_at":"2011-01-25T18:44:36Z"}"#
        return ScriptedTransport { request throws(HTTPTransportError) in
            switch request.head.path ?? "" {
            case "/users/ada": return .fresh(user)
            case "/users/ada/repos?per_page=100": return .fresh("[]")
            case let path where path.hasPrefix("/users?"): return .fresh("[\(user)]")
            case let path where path.hasPrefix("/search/users"):
                return .fresh(#"{"total_count":1,"incomplete_results":false,"items":[]}"#)
            case let path where path.hasPrefix("/users/slow"):
                // Ends when the deadline cancels it.
                try? await Task.sleep(for: .seconds(3600))
                throw .cancelled
            default: return .reply(404, "{}")
            }
        }
    }

    /// All methods, over this GitHub.
    func registry(
        _ answers: ResultCache, requestTimeout: Double = 60,
        redact: @escaping @Sendable (String) -> String = { $0 }
    ) throws -> MethodRegistry {
        MethodCatalog.registry(
            try environment(answers, requestTimeout: requestTimeout, redact: redact))
    }

    /// The environment of methods over this GitHub.
    func environment(
        _ answers: ResultCache, requestTimeout: Double = 60,
        redact: @escaping @Sendable (String) -> String = { $0 }
    ) throws -> MethodEnvironment {
        let client = GitHubClient(
            base: try #require(WebAddress("https://api.github.com")), userAgent: "tests",
            transport: self, credential: { nil })
        return MethodEnvironment(
            explorer: Explorer(client: client),
            results: answers,
            cacheStatistics: {
                CacheStatistics(path: ":memory:", entries: 0, bytes: 0, maxBytes: 1)
            },
            clearCache: { $0 == nil ? 7 : 1 },
            framings: ["lines"], limits: ConnectionLimits(), webURL: "https://github.com",
            requestTimeout: requestTimeout, incident: { _ in "i" }, redact: redact,
            watchParent: { _ in })
    }
}

extension HTTPTransportResponse {
    /// Fetched now, fresh for a minute.
    fileprivate static func fresh(_ body: String) -> HTTPTransportResponse {
        .reply(200, body, fetchedAt: .now, expiresAt: .now.addingTimeInterval(60))
    }
}
