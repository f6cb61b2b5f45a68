import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
package import JSONRPC

/// The one table from errors to JSON-RPC errors: code, sentence, `data`.
///
/// The sentence is for a person and says what to do; `data` is for a program.
package enum ErrorCatalog {
    /// - Parameters:
    ///   - profileUrl: the page of the user or repository that the request is about.
    ///   - isAnonymous: whether signing in is a remedy.
    ///   - params: the names of the method's params. If GitHub refuses one of these, the caller
    ///     must correct it.
    package static func rpcError(
        for error: any Error, profileUrl: String? = nil, isAnonymous: Bool = false,
        params: [String] = [], incident: @Sendable (any Error) -> String
    ) -> RPCError {
        switch error {
        case let error as RPCError:
            return error
        case is CancellationError:
            return .cancelled
        case let error as DeadlineExceeded:
            return make(
                .deadlineExceeded,
                "The request took longer than \(error.seconds) s; try again, or give the server more time for a request.",
                ["seconds": JSONValue(error.seconds)], profileUrl)
        case let error as GitHubError:
            return rpcError(
                for: error, profileUrl: profileUrl, isAnonymous: isAnonymous, params: params)
        case let error as SignInError:
            return rpcError(for: error, incident: incident)
        default:
            return .internalError(incident: incident(error))
        }
    }

    private static func rpcError(
        for error: SignInError, incident: @Sendable (any Error) -> String
    ) -> RPCError {
        switch error {
        case .noClientID:
            // Not -32602: the params satisfy their schema, and the server lacks something.
            return make(
                .unauthorized,
                "The server has no OAuth client id; start it with one, or give a token.",
                [:])
        case .exposed(let address, let byDevice):
            return .invalidParams([
                (
                    byDevice ? "/device" : "/token",
                    "expected an https address of GitHub, found \(address), which would expose the token to the network"
                )
            ])
        case .foreignPages(let address, let api):
            return make(
                .unauthorized,
                "A token from \(address) is not for \(api); start the server with the web pages that belong to its API.",
                [:])
        case .refused(let code):
            return make(
                .unauthorized,
                "GitHub did not issue a device code (\(code)); check the server's OAuth client id and its address of the web pages.",
                [:])
        case .failed(let failure):
            return rpcError(for: failure, profileUrl: nil, isAnonymous: false)
        case .storage(let error):
            return .internalError(incident: incident(error))
        case .unfinished(let ending):
            return make(.unauthorized, endingSentence(ending), [:])
        }
    }

    private static func endingSentence(_ ending: SignInEnding) -> String {
        switch ending {
        case .denied: "The sign-in was denied; begin again if that was a mistake."
        case .expired: "The code was not entered in time; begin again."
        case .refused(let code):
            "GitHub ended the sign-in (\(code)); check the server's OAuth client id."
        case .invalidToken: "GitHub does not accept the token that it issued; begin again."
        case .signedIn, .stopped: "The sign-in was stopped; begin again."
        }
    }

    private static func rpcError(
        for error: GitHubError, profileUrl: String?, isAnonymous: Bool,
        params: [String] = []
    ) -> RPCError {
        switch error {
        case .notFound(let status, let resource):
            return make(
                .notFound, absenceSentence(status, resource, isAnonymous: isAnonymous),
                ["status": JSONValue(status), "resource": .string(resource)], profileUrl)
        case .unauthorized(let status):
            return make(
                .unauthorized,
                isAnonymous
                    ? "GitHub shows this only to signed-in users; sign in, then try again."
                    : invalidToken,
                ["status": JSONValue(status)], profileUrl)
        case .forbidden(let status, let message, let refusal):
            return make(
                .forbidden,
                refusalSentence(
                    refusal, message, hasPage: profileUrl != nil, isAnonymous: isAnonymous),
                ["status": JSONValue(status), "message": .string(message)], profileUrl)
        case .rateLimited(let notice):
            return make(
                .rateLimited, limitSentence(notice, isAnonymous: isAnonymous), data(of: notice),
                profileUrl)
        case .unavailable(let failure):
            var data: JSONObject = ["cause": .string(failure.cause.rawValue)]
            if let status = failure.status { data["status"] = JSONValue(status) }
            data["attempts"] = JSONValue(failure.attempts)
            return make(.upstreamUnavailable, failureSentence(failure), data, profileUrl)
        case .invalidResponse(let status, let reason):
            return make(
                .upstreamInvalid,
                "GitHub's response could not be read: \(sentence(reason)) Try again later.",
                ["status": JSONValue(status), "reason": .string(reason)], profileUrl)
        case .invalidQuery(let field?, let message) where params.contains(field):
            return .invalidParams([
                (JSONPointer(tokens: [field]).description, String(sentence(message).dropLast()))
            ])
        case .invalidQuery(let field, let message):
            let reason = field.map { "\($0): \(message)" } ?? message
            return rpcError(
                for: .invalidResponse(status: 422, reason: reason), profileUrl: profileUrl,
                isAnonymous: isAnonymous)
        case .offline:
            return make(
                .offline,
                "This is not in the cache, and the server is offline; start it online.",
                [:], profileUrl)
        case .cancelled:
            return .cancelled
        }
    }

    static let invalidToken = "GitHub does not accept the token; sign in again with a valid one."

    private static func absenceSentence(
        _ status: Int, _ resource: String, isAnonymous: Bool
    ) -> String {
        if status == 410 { return "GitHub no longer has the \(resource); it was removed." }
        if resource.hasPrefix("organization ") {
            return "GitHub has no \(resource); check the spelling, or ask for a user."
        }
        let isPrivate = isAnonymous && resource.hasPrefix("repository ")
        let remedy = isPrivate ? ", or sign in if it is private" : ""
        return "GitHub has no \(resource); check the spelling\(remedy)."
    }

    private static func refusalSentence(
        _ refusal: Refusal, _ message: String, hasPage: Bool, isAnonymous: Bool
    ) -> String {
        let words = sentence(message)
        switch refusal {
        case .permission:
            let remedy = isAnonymous ? "Sign in" : "Sign in with a token that may see it"
            return "GitHub refuses this: \(words) \(remedy)\(hasPage ? ", or open its page" : "")."
        case .blocked:
            return "GitHub has blocked this: \(words)\(hasPage ? " Its page says why." : "")"
        case .client:
            return
                "GitHub refuses this server's requests: \(words) A proxy may be removing header fields."
        }
    }

    static func make(
        _ kind: ErrorKind, _ message: String, _ members: JSONObject, _ profileUrl: String? = nil
    ) -> RPCError {
        var details = members
        if let profileUrl { details["profileUrl"] = .string(profileUrl) }
        return RPCError(
            code: kind.code, kind: kind.rawValue, message: message, retryable: kind.isRetryable,
            details: details)
    }

    private static func data(of notice: RateLimitNotice) -> JSONObject {
        var data: JSONObject = ["resource": .string(notice.resource)]
        if let limit = notice.limit { data["limit"] = JSONValue(limit) }
        if let remaining = notice.remaining { data["remaining"] = JSONValue(remaining) }
        if let reset = notice.resetAt { data["resetAt"] = .string(Timestamp(reset).description) }
        data["retryAfterSeconds"] = JSONValue(notice.retryAfter)
        data["secondary"] = .bool(notice.isSecondary)
        return data
    }

    private static func limitSentence(_ notice: RateLimitNotice, isAnonymous: Bool) -> String {
        let remedy = isAnonymous ? ", or sign in for a larger one" : ""
        if notice.isSecondary {
            return "GitHub asks for fewer requests at a time; try again in \(notice.retryAfter) s."
        }
        let name = notice.resource == "core" ? "hourly" : notice.resource
        guard let reset = notice.resetAt else {
            return
                "GitHub's \(name) limit is used up; try again in \(notice.retryAfter) s\(remedy)."
        }
        let time = Timestamp(reset).description.dropFirst(11).prefix(5)
        return "GitHub's \(name) limit is used up; try again at \(time) UTC\(remedy)."
    }

    private static func failureSentence(_ failure: UpstreamFailure) -> String {
        switch failure.cause {
        case .dns:
            "GitHub's host name could not be resolved; check the network and the API's address."
        case .connect:
            "No connection to GitHub could be made; check the network and the API's address."
        case .tls:
            "The TLS connection to GitHub could not be trusted; check the API's address, the machine's certificates, or SSL_CERT_FILE and SSL_CERT_DIR."
        case .timeout:
            "GitHub did not answer in time; try again, or give the server more time for GitHub."
        case .reset: "The connection to GitHub was lost; try again."
        case .http:
            "GitHub is unavailable (HTTP \(failure.status.map(String.init) ?? "5xx")); try again later."
        }
    }

    /// Ends `text` with a full stop.
    private static func sentence(_ text: String) -> String {
        let ends: Set<Character> = [".", "!", "?"]
        return text.last.map(ends.contains) == true ? text : text + "."
    }
}
