import JSONCore
import Synchronization

extension SandboxService {
    /// `POST /_sandbox/mutate`: `{repo, stars}`, `{user, delete: true}`, `{user, rename}` or
    /// `{user, repositories}`, the account's new number of repositories. Added ones are last by
    /// name; the youngest ones are removed first.
    func mutate(_ body: JSONObject) throws(ControlError) {
        let world = state.withLock { $0.world }
        if body["repo"] != nil { return try mutateRepository(body, world) }
        let names = ["user", "delete", "rename", "repositories"]
        let members = try ControlMembers(body, names: Set(names))
        guard let login = try members.text("user"), body.count == 2 else {
            throw ControlError(
                message:
                    "expected repo and stars, or user and one of delete, rename and repositories")
        }
        guard let account = world.account(login: login) else {
            throw ControlError(message: "/user: there is no \(login.prefix(100))")
        }
        let maximum =
            account.id == Special.octocat.account.id
            ? Special.octocat.repositories : World.repositoriesPerOwner
        if let count = try members.integer("repositories", in: 0...maximum) {
            return state.withLock { $0.world.overlay.setRepositories(count, of: account) }
        }
        if let isDeleted = try members.flag("delete") {
            guard isDeleted else { throw members.error("delete", "true") }
            return state.withLock { $0.world.overlay.delete(account) }
        }
        guard let newLogin = try members.text("rename"), SandboxService.isLogin(newLogin),
            world.account(login: newLogin).map({ $0.id == account.id }) ?? true
        else {
            throw members.error(
                "rename", "a login that nobody has: 1 to 39 letters, digits and hyphens")
        }
        state.withLock { $0.world.overlay.rename(account, to: newLogin) }
    }

    private func mutateRepository(_ body: JSONObject, _ world: World) throws(ControlError) {
        let members = try ControlMembers(body, names: ["repo", "stars"])
        guard let name = try members.text("repo"),
            let stars = try members.integer("stars", in: SandboxService.stars)
        else { throw ControlError(message: "/stars: expected the number of stars of /repo") }
        guard let repository = world.repository(fullName: name) else {
            throw ControlError(message: "/repo: there is no \(name.prefix(100))")
        }
        state.withLock { $0.world.overlay.setStars(stars, repository: repository.id) }
    }

    private static let stars = 0...1_000_000_000

    private static func isLogin(_ text: String) -> Bool {
        (1...39).contains(text.utf8.count)
            && text.utf8.allSatisfy { Percent.isUnreserved($0) && !"._~".utf8.contains($0) }
    }
}
