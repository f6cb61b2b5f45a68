import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
package import JSONRPC

/// The one table from errors to JSON-RPC errors: code, sentence for a person, `data` for a program.
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
        let found: RPCError
        switch error {
        case let error as RPCError:
            return error
        case is CancellationError:
            return .cancelled
        case let error as DeadlineExceeded:
            found = make(
                .deadlineExceeded,
                "The request took longer than \(error.seconds) s; try again, or give the server more time for a request.",
                ["seconds": JSONValue(error.seconds)])
        case let error as GitHubError:
            found = rpcError(
                for: error, hasPage: profileUrl != nil, isAnonymous: isAnonymous, params: params)
        case let error as SignInError:
            return rpcError(for: error, incident: incident)
        default:
            return .internalError(incident: incident(error))
        }
        guard let profileUrl, found.code >= ErrorKind.firstOwnCode else { return found }
        var data = found.data
        data["profileUrl"] = .string(profileUrl)
        return RPCError(code: found.code, message: found.message, data: data)
    }

    static func rpcError(
        for error: GitHubError, hasPage: Bool = false, isAnonymous: Bool = false,
        params: [String] = []
    ) -> RPCError {
        switch error {
        case .notFound(let status, let resource):
            return make(
                .notFound, absenceSentence(status, resource, isAnonymous: isAnonymous),
                ["status": JSONValue(status), "resource": .string(resource)])
        case .noReadme(let repository):
            return make(
                .notFound, "\(repository) has no README; open its page instead.",
                ["status": 404, "resource": .string("\(readme)\(repository)")])
        case .unauthorized(let status):
            return make(
                .unauthorized,
                isAnonymous
                    ? "GitHub shows this only to signed-in users; sign in, then try again."
                    : invalidToken,
                ["status": JSONValue(status)])
        case .forbidden(let status, let message, let refusal):
            return make(
                .forbidden,
                refusalSentence(refusal, message, hasPage: hasPage, isAnonymous: isAnonymous),
                ["status": JSONValue(status), "message": .string(message)])
        case .rateLimited(let notice):
            return make(
                .rateLimited, limitSentence(notice, isAnonymous: isAnonymous), data(of: notice))
        case .unavailable(let failure):
            var data: JSONObject = ["cause": .string(failure.cause.rawValue)]
            if let status = failure.status { data["status"] = JSONValue(status) }
            data["attempts"] = JSONValue(failure.attempts)
            return make(.upstreamUnavailable, failureSentence(failure), data)
        case .invalidResponse(let status, let reason):
            return make(
                .upstreamInvalid,
                "GitHub's response could not be read: \(sentence(reason)) Try again later.",
                ["status": JSONValue(status), "reason": .string(reason)])
        case .invalidQuery(let field?, let message) where params.contains(field):
            return .invalidParams([
                (JSONPointer(tokens: [field]).description, String(sentence(message).dropLast()))
            ])
        case .invalidQuery(let field, let message):
            let reason = field.map { "\($0): \(message)" } ?? message
            return rpcError(for: .invalidResponse(status: 422, reason: reason))
        case .offline:
            return make(
                .offline, "This is not in the cache, and the server is offline; start it online.")
        case .cancelled:
            return .cancelled
        }
    }

    /// Whether the sentence for an error says to sign in.
    package static func signInHelps(_ error: RPCError, isAnonymous: Bool) -> Bool {
        switch ErrorKind(rawValue: error.data["kind"]?.stringValue ?? "") {
        case .unauthorized: true
        case .forbidden: refusal(error) == .permission
        case .notFound:
            isAnonymous && error.data["status"] == 404
                && mayBePrivate(error.data["resource"]?.stringValue ?? "")
        case .rateLimited: isAnonymous && error.data["secondary"] == false
        default: false
        }
    }

    /// Whether the page of what was asked for may show it nevertheless, or say why not.
    package static func pageHelps(_ error: RPCError) -> Bool {
        switch ErrorKind(rawValue: error.data["kind"]?.stringValue ?? "") {
        case .forbidden: refusal(error) != .client
        case .notFound: error.data["resource"]?.stringValue?.hasPrefix(readme) == true
        case .rateLimited, .upstreamInvalid: true
        default: false
        }
    }

    private static func refusal(_ error: RPCError) -> Refusal {
        Refusal(
            status: error.data["status"]?.intValue ?? 0,
            message: error.data["message"]?.stringValue ?? "")
    }

    private static func mayBePrivate(_ resource: String) -> Bool {
        resource.hasPrefix("repository ")
    }

    private static let readme = "README of "

    static let invalidToken =
        "GitHub does not accept the token; sign in again, or correct the file or variable that it is from."

    private static func absenceSentence(
        _ status: Int, _ resource: String, isAnonymous: Bool
    ) -> String {
        if status == 410 { return "GitHub no longer has the \(resource); it was removed." }
        if resource.hasPrefix("organization ") {
            return "GitHub has no \(resource); check the spelling, or ask for a user."
        }
        let remedy = isAnonymous && mayBePrivate(resource) ? ", or sign in if it is private" : ""
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
        _ kind: ErrorKind, _ message: String, _ members: JSONObject = [:]
    ) -> RPCError {
        RPCError(
            code: kind.code, kind: kind.rawValue, message: message, retryable: kind.isRetryable,
            details: members)
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
