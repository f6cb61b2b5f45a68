import JSONCore
import LinuxSystem
import Synchronization

extension SandboxService {
    /// Answers as `api.github.com` does, with checks in its order: no User-Agent, bad credential,
    /// unknown version, used-up budget, secondary limits, recorded response, media
    /// type, missing credential, route.
    func gitHubReply(_ context: RouteContext) -> Reply {
        let request = context.request
        let route = context.route
        if request.header("user-agent")?.isEmpty ?? true { return SandboxService.forbidden }
        func refused(_ status: Int, _ message: String) -> Reply {
            decorated(
                .failure(status, message, documentation: Documentation.root), context, nil)
        }
        if context.credential == .bad { return refused(401, "Bad credentials") }
        if let asked = request.header("x-github-api-version"),
            asked != GitHubHeaders.version(request)
        {
            return refused(400, "\(asked) is not a supported API version.")
        }
        let isSignedIn = context.reader != nil
        if let recorded = replay.find(request, isSignedIn: isSignedIn) {
            return limited(context, route.resource) { replayed(recorded, request, $0) }
        }
        // With a credential, a path without a route is neither counted nor limited.
        if route.isUnknown && isSignedIn { return decorated(route.answer(context), context, nil) }
        return limited(context, route.needsSignIn && !isSignedIn ? .core : route.resource) {
            // What is not simulated says so, whatever the credential and the media type.
            let unsupported = route.isUnknown ? nil : request.unsupportedMediaTypes
            let refusal = unsupported.map { types in
                Answer.failure(
                    415, "Unsupported 'Accept' header: \(types). Must accept 'application/json'.",
                    documentation: Documentation.mediaTypes)
            }
            return conditional(refusal ?? route.answer(context), context, $0)
        }
    }

    /// The response with its validators, or a 304 in its place.
    func conditional(
        _ answer: Answer, _ context: RouteContext, _ status: RateStatus
    ) -> Reply {
        var answer = answer
        let request = context.request
        if case .validated(let lastModified) = answer.caching {
            let tag = EntityTag.make(
                accept: request.header("accept"),
                authorization: context.credential.token?.header, body: answer.body)
            answer.headers.append(("ETag", tag))
            if let lastModified {
                answer.headers.append(
                    ("Last-Modified", UTCDate.httpDate(secondsSince1970: lastModified)))
            }
            if isUnchanged(request, tag, lastModified) {
                answer.status = 304
                answer.body = []
                answer.headers.removeAll { $0.name == "Link" }
            }
        }
        return decorated(answer, context, status)
    }

    /// `If-None-Match` decides; `If-Modified-Since` only without it (RFC 9110, 13.2.2).
    private func isUnchanged(_ request: SandboxRequest, _ tag: String, _ modified: Int?) -> Bool {
        if let named = request.header("if-none-match") { return EntityTag.matches(named, tag) }
        guard let modified, let since = request.header("if-modified-since"),
            let date = UTCDate.secondsSince1970(httpDate: since)
        else { return false }
        return modified <= date
    }

    /// Adds the headers that every response has.
    func decorated(
        _ answer: Answer, _ context: RouteContext, _ status: RateStatus?,
        server: String = "github.com"
    ) -> Reply {
        let request = context.request
        let token = context.credential.token
        var headers: Fields = []
        if answer.status != 304 { headers.append(("Content-Type", answer.contentType)) }
        headers += GitHubHeaders.freshness(answer.caching, isSignedIn: token != nil)
        headers += answer.headers
        // A 304 has neither the token's grants nor the media type (recorded in 2019 and 2020).
        if answer.status != 304 {
            if let token {
                headers += GitHubHeaders.grants(token, answer.accepts ?? .anyToken)
            }
            headers.append(("X-GitHub-Media-Type", GitHubHeaders.mediaType(request)))
        }
        // Recorded from June 2020 to March 2024, but never with a token or on a redirect.
        if answer.status == 200 && token == nil {
            headers.append(("Accept-Ranges", "bytes"))
        }
        headers.append(("x-github-api-version-selected", GitHubHeaders.version(request)))
        headers += GitHubHeaders.common
        headers.append(("Server", server))
        if let status { headers += GitHubHeaders.rateLimit(status) }
        headers.append(("X-GitHub-Request-Id", nextRequestID()))
        return Reply(
            status: answer.status, headers: headers, body: SandboxService.shown(answer, request))
    }

    private func nextRequestID() -> String {
        state.withLock { state in
            state.served += 1
            return GitHubHeaders.requestID(seed: state.world.seed, state.served)
        }
    }

    /// The body, indented for clients that people read: browsers, curl and Wget.
    private static func shown(_ answer: Answer, _ request: SandboxRequest) -> [UInt8] {
        let readers = ["curl", "Wget", "Safari", "Firefox"]
        let agent = request.header("user-agent") ?? ""
        guard answer.contentType.hasPrefix("application/json"), !answer.body.isEmpty,
            readers.contains(where: { agent.contains($0) }),
            let value = try? JSONParser().parse(answer.body)
        else { return answer.body }
        return Array("\(value.pretty())\n".utf8)
    }

    private static let forbidden = Reply.text(
        """

        Request forbidden by administrative rules. Please make sure your request has a \
        User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api\
        #user-agent-required). Check https://developer.github.com for other possible causes.

        """, type: "text/html", status: 403)
}
