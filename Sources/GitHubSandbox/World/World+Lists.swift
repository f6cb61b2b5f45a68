extension World {
    /// A repository's stargazers from `offset` on, oldest star first.
    ///
    /// A repository that gains a star keeps its existing ones in order.
    func stargazers(
        _ repository: Repository, offset: Int, limit: Int
    ) -> [(account: Account, starredAt: Int)] {
        let order = SmallPermutation(
            count: population(repository), seed: seed &+ UInt64(repository.id) &* 17)
        let span = Double(World.today - repository.createdAt)
        let half = Double(max(repository.index + 4, 40))
        return (offset..<max(offset, min(offset + limit, repository.stars))).compactMap { place in
            var draw = Draw(seed: seed &+ UInt64(repository.id), place, .stargazers)
            guard let account = member(ofGroup: order.forward(place), &draw) else { return nil }
            let share = Double(place) / (Double(place) + half)
            return (account, repository.createdAt + Int(share * span))
        }
    }

    /// An account's followers from `offset` on, oldest first.
    func followers(_ account: Account, offset: Int, limit: Int) -> [Account] {
        let count = followerCount(account.id)
        let order = SmallPermutation(
            count: powerOfTwo(upTo: groups), seed: seed &+ UInt64(account.id) &* 29)
        return (offset..<max(offset, min(offset + limit, count))).compactMap { place in
            var draw = Draw(seed: seed &+ UInt64(account.id), place, .followers)
            return member(ofGroup: order.forward(place), &draw)
        }
    }

    func followingCount(_ account: Account) -> Int {
        min(profile(account).following, notables.count)
    }

    /// The accounts that `account` follows: notable ones.
    func following(_ account: Account, offset: Int, limit: Int) -> [Account] {
        let order = SmallPermutation(
            count: notables.count, seed: seed &+ UInt64(account.id) &* 41)
        return (offset..<max(offset, min(offset + limit, followingCount(account)))).compactMap {
            self.account(id: notables.id(rank: order.forward($0)))
        }
    }

    func starredCount(_ account: Account) -> Int {
        guard account.kind == .user else { return 0 }
        var draw = Draw(seed: seed, account.id, .starred)
        let wanted = draw.oneIn(3) ? 0 : draw.below(draw.oneIn(10) ? 900 : 40)
        return min(account.id == Special.octocat.account.id ? 3 : wanted, notables.count)
    }

    /// The repositories that the account has starred, newest star first: the first repositories of
    /// notable accounts.
    func starred(
        _ account: Account, offset: Int, limit: Int
    ) -> [(repository: Repository, starredAt: Int)] {
        let count = starredCount(account)
        let order = SmallPermutation(
            count: notables.count, seed: seed &+ UInt64(account.id) &* 37)
        let start = createdAt(id: account.id)
        return (offset..<max(offset, min(offset + limit, count))).compactMap { place in
            guard let owner = self.account(id: notables.id(rank: order.forward(place))),
                let repository = repository(owner, 0)
            else { return nil }
            let step = (World.today - start) / (count + 1)
            return (repository, World.today - (place + 1) * step)
        }
    }

    /// The number of groups of accounts that star a repository, a power of two.
    ///
    /// They are accounts older than the owner, if there are enough, so that a star is not older
    /// than its giver.
    private func population(_ repository: Repository) -> Int {
        let older = powerOfTwo(upTo: min(repository.owner.id, users) / 16)
        return older >= repository.stars * 2 ? older : powerOfTwo(upTo: groups)
    }

    private func powerOfTwo(upTo bound: Int) -> Int {
        bound < 2 ? 1 : 1 << (Int.bitWidth - 1 - bound.leadingZeroBitCount)
    }
}
