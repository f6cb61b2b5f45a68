import JSONCore
import LinuxSystem
import Synchronization

extension SandboxService {
    /// Answers as `api.github.com` does, with checks in its order: no User-Agent, bad credential,
    /// unknown version, missing credential, used-up budget, secondary limits, recorded response,
    /// route.
    func gitHubReply(
        _ request: SandboxRequest, _ match: Router.Match?, _ world: World
    ) -> Reply {
        let credential = credential(request)
        if request.header("user-agent")?.isEmpty ?? true { return SandboxService.forbidden }
        func refused(_ status: Int, _ message: String) -> Reply {
            decorated(
                .failure(status, message, documentation: Documentation.root), request, credential,
                nil)
        }
        if credential == .bad { return refused(401, "Bad credentials") }
        let reader = reader(credential, world)
        let version = GitHubHeaders.version(request)
        if let asked = request.header("x-github-api-version"), asked != version {
            return refused(400, "\(asked) is not a supported API version.")
        }
        let recorded = replay.find(request, isSignedIn: reader != nil)
        guard let match, case .api(let respond) = match.route.handler else {
            // With a credential, a path without a route is neither counted nor limited.
            guard reader == nil || recorded != nil else { return refused(404, "Not Found") }
            return limited(request, credential, reader, .core, recorded) { _ in .notFound() }
        }
        if match.route.needsSignIn && reader == nil && recorded == nil {
            let answer = Answer.failure(
                401, "Requires authentication", documentation: match.route.documentation)
            return limited(request, credential, reader, .core) { _ in answer }
        }
        return limited(request, credential, reader, match.route.resource, recorded) { limits in
            let context = RouteContext(
                route: match.route, world: world, request: request, captured: match.captured,
                reader: reader, token: credential.token, isNewVersion: version == "2026-03-10",
                limits: limits, index: self.index)
            var answer = respond(context)
            answer.accepts = answer.accepts ?? match.route.accepts
            return answer
        }
    }

    func credential(_ request: SandboxRequest) -> Credential {
        let granted = state.withLock { $0.devices.granted }
        return Credential(request.header("authorization"), granted: granted)
    }

    /// Every valid token belongs to the account `octocat`.
    func reader(_ credential: Credential, _ world: World) -> Account? {
        credential.token == nil ? nil : world.account(id: Special.octocat.account.id)
    }

    /// The response with its validators, or a 304 in its place.
    func conditional(
        _ answer: Answer, _ request: SandboxRequest, _ credential: Credential, _ status: RateStatus
    ) -> Reply {
        var answer = answer
        if case .validated(let lastModified) = answer.caching {
            let tag = EntityTag.make(
                accept: request.header("accept"), authorization: credential.token?.header,
                body: answer.body)
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
        return decorated(answer, request, credential, status)
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
        _ answer: Answer, _ request: SandboxRequest, _ credential: Credential,
        _ status: RateStatus?, server: String = "github.com"
    ) -> Reply {
        var headers: Fields = []
        if answer.status != 304 { headers.append(("Content-Type", answer.contentType)) }
        headers += GitHubHeaders.freshness(answer.caching, isSignedIn: credential.token != nil)
        headers += answer.headers
        // A 304 has neither the token's grants nor the media type (recorded in 2019 and 2020).
        if answer.status != 304 {
            if let token = credential.token {
                headers += GitHubHeaders.grants(token, answer.accepts ?? .anyToken)
            }
            headers.append(("X-GitHub-Media-Type", GitHubHeaders.mediaType(request)))
        }
        // Recorded from June 2020 to March 2024, but never with a token or on a redirect.
        if answer.status == 200 && credential.token == nil {
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

    private static let forbidden = Reply(
        status: 403, headers: [("Content-Type", "text/html; charset=utf-8")],
        body: Array(
            """

            Request forbidden by administrative rules. Please make sure your request has a \
            User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api\
            #user-agent-required). Check https://developer.github.com for other possible causes.

            """.utf8))
}
