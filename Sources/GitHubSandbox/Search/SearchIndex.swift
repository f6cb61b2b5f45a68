import Synchronization

/// The accounts of a world that a search covers, with their repositories.
///
/// These are the special accounts, the notable ones (with the most followers and repositories), and
/// the newest and the oldest thousand. Any other account is found by its login, by `user:` or by
/// `org:`. The first search generates them; later searches generate only changed ones again.
final class SearchIndex: Sendable {
    /// All repositories of a special account; two of each other account.
    typealias Entry = (profile: Profile, repositories: [Repository])

    /// The number of newest, and of oldest, accounts in the index.
    static let windowSize = 1000

    private let world: World
    /// Empty until the first search.
    private let made = Mutex<[Entry]>([])

    /// - Parameter world: before any changes.
    init(_ world: World) {
        self.world = world
    }

    /// The entries in their current state in `world`.
    func entries(in world: World) -> [Entry] {
        let made = made.withLock { made in
            if made.isEmpty { made = accounts.map { SearchIndex.entry($0, self.world) } }
            return made
        }
        return made.compactMap { entry in
            let id = entry.profile.account.id
            let isChanged =
                world.overlay.deleted.contains(id) || world.overlay.revisions[id] != nil
                || entry.repositories.contains { world.overlay.stars[$0.id] != nil }
            guard isChanged else { return entry }
            return world.account(id: id).map { SearchIndex.entry($0, world) }
        }
    }

    private var accounts: [Account] {
        var ids = Set(Special.all.map(\.account.id))
        for rank in 0..<world.notables.count { ids.insert(world.notables.id(rank: rank)) }
        let range = 1...world.users
        ids.formUnion(range.lazy.filter(world.exists).prefix(SearchIndex.windowSize))
        ids.formUnion(range.reversed().lazy.filter(world.exists).prefix(SearchIndex.windowSize))
        return ids.compactMap { world.account(id: $0) }
    }

    private static func entry(_ account: Account, _ world: World) -> Entry {
        let shown = Special.byID[account.id] == nil ? 2 : 1000
        let indices = 0..<min(shown, world.repositoryCount(account.id))
        return (world.profile(account), indices.compactMap { world.repository(account, $0) })
    }
}
