import Synchronization

/// The accounts of a world that a search covers.
///
/// These are the special accounts, the notable ones (with the most followers and repositories), and
/// the newest and the oldest thousand. Any other account is found by its login, by `user:` or by
/// `org:`. The index is built by the first search and follows later changes of the world.
final class SearchIndex: Sendable {
    /// The number of newest, and of oldest, accounts in the index.
    static let windowSize = 1000

    private let world: World
    private let contents = Mutex<(profiles: [Profile], repositories: [Repository])?>(nil)

    /// - Parameter world: before any changes.
    init(_ world: World) {
        self.world = world
    }

    /// The accounts of the index and the named ones, in their current state in `world`.
    func profiles(in world: World, named logins: [String]) -> [Profile] {
        let indexed = made().profiles
        let known = Set(indexed.map(\.account.id))
        let named = logins.compactMap { world.account(login: $0) }.filter { !known.contains($0.id) }
        return indexed.compactMap { current($0, in: world) } + named.map { world.profile($0) }
    }

    /// The repositories of the index, in their current state in `world`.
    func repositories(in world: World) -> [Repository] {
        made().repositories.compactMap { repository in
            guard let owner = world.account(id: repository.owner.id) else { return nil }
            let isChanged =
                owner.login != repository.owner.login
                || world.overlay.stars[repository.id] != nil
            return isChanged ? world.repository(owner, repository.index) : repository
        }
    }

    private func current(_ profile: Profile, in world: World) -> Profile? {
        guard !world.overlay.deleted.contains(profile.account.id) else { return nil }
        guard world.overlay.logins[profile.account.id] != nil else { return profile }
        return world.account(id: profile.account.id).map { world.profile($0) }
    }

    private func made() -> (profiles: [Profile], repositories: [Repository]) {
        contents.withLock { contents in
            let made = contents ?? make()
            contents = made
            return made
        }
    }

    private func make() -> (profiles: [Profile], repositories: [Repository]) {
        var ids = Set(Special.all.map(\.account.id))
        for rank in 0..<world.notables.count { ids.insert(world.notables.id(rank: rank)) }
        let range = 1...world.users
        ids.formUnion(range.lazy.filter(world.exists).prefix(SearchIndex.windowSize))
        ids.formUnion(range.reversed().lazy.filter(world.exists).prefix(SearchIndex.windowSize))
        let accounts = ids.sorted().compactMap { world.account(id: $0) }
        let repositories = accounts.flatMap { account in
            let shown = Special.byID[account.id] == nil ? 2 : 1000
            return (0..<min(shown, world.repositoryCount(account.id))).compactMap {
                world.repository(account, $0)
            }
        }
        return (accounts.map { world.profile($0) }, repositories)
    }
}
