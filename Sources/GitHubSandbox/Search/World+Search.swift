extension World {
    /// The number of newest, and of oldest, accounts that a search covers.
    static let searchWindow = 1000

    /// The accounts that a search covers.
    ///
    /// These are the special accounts, the notable ones (with the most followers and repositories),
    /// and the newest and the oldest thousand. Any other account is found by its login, by `user:`
    /// or by `org:`.
    var searchedAccounts: [Account] {
        var ids = Set(Special.all.map(\.account.id))
        for rank in 0..<notables.count { ids.insert(notables.id(rank: rank)) }
        ids.formUnion((1...users).lazy.filter(exists).prefix(World.searchWindow))
        ids.formUnion((1...users).reversed().lazy.filter(exists).prefix(World.searchWindow))
        return ids.compactMap { account(id: $0) }
    }

    /// All repositories of the special accounts, and two of each other account.
    var searchedRepositories: [Repository] {
        searchedAccounts.flatMap { account in
            let shown = Special.byID[account.id] == nil ? 2 : 1000
            return (0..<min(shown, repositoryCount(account.id))).compactMap {
                repository(account, $0)
            }
        }
    }
}
