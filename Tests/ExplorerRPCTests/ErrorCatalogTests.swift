import Explorer
import Foundation
import GitHubAPI
import HTTPCore
import JSONCore
import JSONRPC
import JSONSchema
import Testing

@testable import ExplorerRPC

@Suite struct ErrorCatalogTests {
    private struct Unforeseen: Error {}

    private func rpcError(
        _ error: any Error, page: String? = nil, isAnonymous: Bool = true, params: [String] = []
    ) -> RPCError {
        ErrorCatalog.rpcError(
            for: error, profileUrl: page, isAnonymous: isAnonymous, params: params,
            incident: { _ in "incident-1" })
    }

    /// Maps `failure`; the data must satisfy the schema of `kind`.
    private func check(_ failure: GitHubError, is kind: ErrorKind) -> RPCError {
        let error = rpcError(failure, page: "https://github.com/octocat")
        #expect(error.code == kind.code)
        #expect(error.data["kind"] == .string(kind.rawValue))
        #expect(error.data["retryable"] == .bool(kind.isRetryable))
        let violations = kind.dataSchema.validate(
            .object(error.data), definitions: TypeSchemas.definitions)
        #expect(violations == [])
        #expect(error.message.hasSuffix("."), "a sentence: \(error.message)")
        return error
    }

    @Test func `each failure has its code and data`() {
        _ = check(.notFound(status: 404, resource: "user nobody"), is: .notFound)
        _ = check(.unauthorized(status: 401), is: .unauthorized)
        for refusal in [Refusal.permission, .blocked, .client] {
            _ = check(.forbidden(status: 403, message: "No", refusal), is: .forbidden)
        }
        _ = check(.invalidResponse(status: 200, reason: "not JSON"), is: .upstreamInvalid)
        _ = check(.offline, is: .offline)
        for cause in UpstreamFailure.Cause.allCases {
            _ = check(.unavailable(UpstreamFailure(cause: cause)), is: .upstreamUnavailable)
        }
    }

    @Test func `an error about a user has the user's page`() {
        let error = check(.notFound(status: 404, resource: "user octocat"), is: .notFound)
        #expect(error.data["profileUrl"] == "https://github.com/octocat")
    }

    @Test func `a used-up limit says when it resets and that signing in helps`() {
        let notice = RateLimitNotice(
            resource: "core", limit: 60, remaining: 0,
            resetAt: Date(timeIntervalSince1970: 1_795_269_900), retryAfter: 90,
            isSecondary: false)
        let error = check(.rateLimited(notice), is: .rateLimited)
        #expect(
            error.message
                == "GitHub's hourly limit is used up; try again at 14:05 UTC, or sign in for a larger one."
        )
        #expect(error.data["resetAt"] == "2026-11-21T14:05:00Z")
        #expect(error.data["retryAfterSeconds"] == 90)
        let signedIn = rpcError(GitHubError.rateLimited(notice), isAnonymous: false)
        #expect(!signedIn.message.contains("sign in"))
    }

    @Test func `a query that GitHub rejects is an invalid param`() {
        let failure = GitHubError.invalidQuery(field: "query", message: "Validation Failed.")
        let error = rpcError(failure, params: ["query"])
        #expect(error.code == ErrorKind.invalidParams.code)
        #expect(error.data["errors"]?[0]?["path"] == "/query")
        #expect(error.message == "Correct the params: query: Validation Failed.")
    }

    @Test(arguments: [nil, "per_page"])
    func `a field that GitHub rejects but that is no param makes the response invalid`(
        field: String?
    ) {
        let failure = GitHubError.invalidQuery(field: field, message: "too large")
        let error = rpcError(failure, params: ["count", "seed"])
        #expect(error.code == ErrorKind.upstreamInvalid.code)
        #expect(error.data["status"] == 422)
        #expect(error.data["reason"] == .string(field == nil ? "too large" : "per_page: too large"))
    }

    @Test(arguments: [
        (Refusal.permission, true, "GitHub refuses this: No. Sign in, or open its page."),
        (
            .permission, false,
            "GitHub refuses this: No. Sign in with a token that may see it, or open its page."
        ),
        (.blocked, true, "GitHub has blocked this: No. Its page says why."),
        (
            .client, true,
            "GitHub refuses this server's requests: No. A proxy may be removing header fields."
        ),
    ])
    func `each refusal says what to do`(
        refusal: Refusal, isAnonymous: Bool, sentence: String
    ) {
        let failure = GitHubError.forbidden(status: 403, message: "No", refusal)
        let error = rpcError(failure, page: "https://github.com/o", isAnonymous: isAnonymous)
        #expect(error.message == sentence)
    }

    @Test func `an unexpected error reveals only its incident`() {
        let error = rpcError(Unforeseen())
        #expect(error.code == ErrorKind.internalError.code)
        #expect(error.data["incident"] == "incident-1")
        #expect(!error.message.contains("Unforeseen"))
    }
}
