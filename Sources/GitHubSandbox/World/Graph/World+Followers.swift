extension World {
    private func followerCrowd(_ id: Int) -> Crowd {
        let rank = notables.rank(of: id)
        let special = Special.byID[id]
        var crowd = crowd(id, key: rank == nil && special == nil ? nil : id)
        crowd.count = min(generatedFollowerCount(id), crowd.size)
        // As many as `octocat` follows on GitHub: the special accounts and the most famous ones.
        crowd.hasOctocat =
            special.map { $0.followers > 0 && $0.account.id != Special.octocat.account.id }
            ?? rank.map { $0 < 3 } ?? false
        return crowd
    }

    func followerCount(_ id: Int) -> Int {
        memberCount(followerCrowd(id))
    }

    /// An account's followers from `offset` on, oldest first.
    func followers(_ account: Account, offset: Int, limit: Int) -> [Account] {
        members(followerCrowd(account.id), offset: offset, limit: limit).map(\.account)
    }

    /// The accounts that `account` follows, youngest first.
    func following(_ account: Account) -> [Account] {
        let lots = lots(of: account.id)
        return subjects(of: account.id, lots)
            .filter { place(followerCrowd($0), of: account.id, lots) != nil }
            .sorted(by: >).compactMap { self.account(id: $0) }
    }
}
