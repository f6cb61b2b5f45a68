import JSONCore

extension SandboxService {
    /// `POST /_sandbox/mutate`: `{repo, stars}`, `{user, delete: true}` or `{user, rename}`.
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
            throw ControlError("expected repo and stars, user and delete, or user and rename")
        }
        guard let account = world.account(login: login) else {
            throw ControlError("/user: there is no \(login)")
        }
        if body["delete"]?.boolValue == true {
            return state.withLock { $0.world.overlay.delete(account) }
        }
        guard let newLogin = body["rename"]?.stringValue,
            world.account(login: newLogin).map({ $0.id == account.id }) ?? true
        else { throw ControlError("/rename: expected a login that nobody has") }
        state.withLock { $0.world.overlay.rename(account, to: newLogin) }
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
