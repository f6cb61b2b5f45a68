import JSONCore
import JSONSchema
import Synchronization

extension SandboxService {
    private static let ofRepository = Schema.object(
        [.required("repo", .string()), .required("stars", .integer(0...1_000_000_000))],
        additional: false)

    private static let ofUser = Schema.object(
        [
            .required("user", .string()), .optional("delete", .const(true)),
            .optional("rename", .string(.characters("A-Za-z0-9-", count: 1...39))),
            .optional("repositories", .integer(0...World.repositoriesPerOwner)),
        ], additional: false,
        exactlyOneOf: [Alternative("delete"), Alternative("rename"), Alternative("repositories")])

    /// `POST /_sandbox/mutate`: `{repo, stars}`, `{user, delete: true}`, `{user, rename}` or
    /// `{user, repositories}`, the account's new number of repositories. Added ones are last by
    /// name; the youngest ones are removed first.
    func mutate(_ body: JSONObject) throws(ControlError) {
        let world = state.withLock { $0.world }
        if body["repo"] != nil { return try mutateRepository(body, world) }
        try SandboxService.ofUser.check(body)
        let login = body["user"]?.stringValue ?? ""
        guard let account = world.account(login: login) else {
            throw ControlError(message: "/user: there is no \(login.prefix(100))")
        }
        if let count = body["repositories"]?.intValue {
            let known = Special.octocat.repositories
            guard account.id != Special.octocat.account.id || count <= known else {
                throw ControlError(
                    message: "/repositories: expected an integer from 0 to \(known), found \(count)"
                )
            }
            state.withLock { $0.world.overlay.setRepositories(count, of: account) }
        } else if let login = body["rename"]?.stringValue {
            guard world.account(login: login).map({ $0.id == account.id }) ?? true else {
                throw ControlError(message: "/rename: expected a login that nobody has")
            }
            state.withLock { $0.world.overlay.rename(account, to: login) }
        } else {
            state.withLock { $0.world.overlay.delete(account) }
        }
    }

    private func mutateRepository(_ body: JSONObject, _ world: World) throws(ControlError) {
        try SandboxService.ofRepository.check(body)
        let name = body["repo"]?.stringValue ?? ""
        let stars = body["stars"]?.intValue ?? 0
        guard let repository = world.repository(fullName: name) else {
            throw ControlError(message: "/repo: there is no \(name.prefix(100))")
        }
        state.withLock { $0.world.overlay.setStars(stars, repository: repository.id) }
    }
}
