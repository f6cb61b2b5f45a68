import JSONCore

extension SandboxService {
    /// `POST /_sandbox/mutate`: `{repo, stars}`, `{user, delete: true}`, `{user, rename}` or
    /// `{user, repositories}`, the number of repositories that the account has from now on: those
    /// that it gains come last by name, and those that it loses are the youngest.
    func mutate(_ body: JSONObject) throws(ControlError) {
        let world = state.withLock { $0.world }
        if let name = body["repo"]?.stringValue {
            let repository = try SandboxService.repository(name, world)
            guard let stars = body["stars"]?.intValue, stars >= 0 else {
                throw ControlError("/stars: expected an integer from 0")
            }
            return state.withLock {
                $0.world.overlay.setStars(stars, repository: repository.id)
            }
        }
        guard let login = body["user"]?.stringValue else {
            throw ControlError(
                "expected repo and stars, or user and one of delete, rename and repositories")
        }
        guard let account = world.account(login: login) else {
            throw ControlError("/user: there is no \(login)")
        }
        if body["delete"]?.boolValue == true {
            return state.withLock { $0.world.overlay.delete(account) }
        }
        if let count = body["repositories"] {
            return try setRepositories(count, of: account)
        }
        guard let newLogin = body["rename"]?.stringValue,
            world.account(login: newLogin).map({ $0.id == account.id }) ?? true
        else { throw ControlError("/rename: expected a login that nobody has") }
        state.withLock { $0.world.overlay.rename(account, to: newLogin) }
    }

    private func setRepositories(
        _ value: JSONValue, of account: Account
    ) throws(ControlError) {
        let maximum =
            account.id == Special.octocat.account.id
            ? Special.octocat.repositories : World.repositoriesPerOwner
        guard let count = value.intValue, (0...maximum).contains(count) else {
            throw ControlError("/repositories: expected 0 to \(maximum), found \(value.text)")
        }
        state.withLock { $0.world.overlay.setRepositories(count, of: account) }
    }

    private static func repository(
        _ fullName: String, _ world: World
    ) throws(ControlError) -> Repository {
        let parts = fullName.split(separator: "/").map(String.init)
        guard parts.count == 2, let owner = world.account(login: parts[0]),
            let repository = world.repository(owner, name: parts[1])
        else { throw ControlError("/repo: there is no \(fullName)") }
        return repository
    }
}
