import JSONCore
import Synchronization

/// A request, and what its answer depends on.
struct RouteContext: Sendable {
    let service: SandboxService
    var request: SandboxRequest
    let route: Route
    /// The texts that match the route's braces.
    let captured: [String]
    let world: World
    let credential: Credential

    init(_ service: SandboxService, _ request: SandboxRequest) {
        self.service = service
        self.request = request
        (route, captured) = Router.match(request)
        let granted: [String: DeviceFlow.Grant]
        (world, granted) = service.state.withLock { ($0.world, $0.devices.granted) }
        credential = Credential(request.header("authorization"), granted: granted)
    }

    /// The authenticated account, or nil for an anonymous client. Every valid token belongs to the
    /// account `octocat`.
    var reader: Account? {
        credential.token == nil ? nil : world.account(id: Special.octocat.account.id)
    }

    /// Whether the request asks for the version of March 2026, which omits some members.
    var isNewVersion: Bool {
        GitHubHeaders.version(request) == "2026-03-10"
    }

    var hosts: Hosts {
        request.hosts
    }

    var pages: PageWindow {
        PageWindow(request.query)
    }

    /// Whether the account is the reader, with a token that has the scope `user` or `read:user`.
    func isPrivate(_ account: Account) -> Bool {
        account.id == reader?.id && credential.token?.seesPrivateProfile == true
    }

    /// The page of a list that was asked for, with links to the others.
    ///
    /// - Parameter path: the one in `Link`.
    func page<Entry>(
        of list: [Entry], at path: String, _ shape: (Entry) -> JSONObject
    ) -> Answer {
        page(pages.slice(list), of: list.count, at: path, shape)
    }

    /// The same for a list of `total` entries, of which only the page is known.
    func page<Entry>(
        _ entries: [Entry], of total: Int, at path: String, _ shape: (Entry) -> JSONObject
    ) -> Answer {
        .json(.list(entries, shape), link: pages.link(hosts.api + path, total: total))
    }

    /// The entry of a list; with the media type `star`, it is a member beside the time of its star.
    func starred(_ body: JSONObject, as name: String, at time: Int) -> JSONObject {
        guard request.mediaTypeParameter == "star" else { return body }
        return ["starred_at": .time(time), name: .object(body)]
    }

    var notFound: Answer {
        .notFound(route.documentation)
    }

    /// The account whose login, or id, is the first captured text.
    var account: Account? {
        captured.first.flatMap { world.account(login: $0) }
    }

    var accountByID: Account? {
        captured.first.flatMap { Int($0) }.flatMap { world.account(id: $0) }
    }
}
