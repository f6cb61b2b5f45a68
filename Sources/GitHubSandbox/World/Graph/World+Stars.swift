extension World {
    /// The stargazers of a repository before it changed.
    func generatedStarCrowd(_ owner: Int, _ index: Int) -> Crowd {
        let stars = generatedStars(owner, index)
        var crowd: Crowd
        if owner == Special.octocat.account.id {
            let id = World.repositoryID(owner, index)
            crowd = self.crowd(owner, key: id, window: older(owner, stars))
        } else if let rank = notables.rank(of: owner) {
            // The stargazers of the other repositories are some of the first one's.
            let most = min(flagshipStars(rank), users / 32)
            crowd = self.crowd(owner, key: owner, window: older(owner, most))
            // Some stars can be gained before the seats are used up.
            crowd.step = min(max(most / max(stars, 1), 1), 16)
            crowd.start = index % crowd.step
            crowd.hasOctocat = rank < 3 && index == 0
        } else {
            crowd = self.crowd(owner, key: nil)
            // The repositories of one owner have different stargazers.
            crowd.mask = Int(truncatingIfNeeded: Draw.mix(UInt64(index))) & (crowd.window - 1)
        }
        crowd.count = stars
        return crowd
    }

    private func starCrowd(_ owner: Int, _ index: Int) -> Crowd {
        var crowd = generatedStarCrowd(owner, index)
        if let change = overlay.stars[World.repositoryID(owner, index)] {
            crowd.count = max(min(change.count, (crowd.size - crowd.start) / crowd.step), 0)
        }
        return crowd
    }

    /// The number of groups of accounts that star a repository.
    ///
    /// They are accounts older than the owner, if there are enough, so that a star is not older
    /// than its giver.
    private func older(_ owner: Int, _ stars: Int) -> Int {
        let older = Crowd.window(min(owner, users) / 16)
        return older >= stars * 2 ? older : Crowd.window(groups - 1)
    }

    /// The number of stars of deleted accounts.
    func lostStars(_ owner: Int, _ index: Int) -> Int {
        overlay.deleted.isEmpty ? 0 : gaps(starCrowd(owner, index)).count
    }

    /// The length of the list of stargazers: less than the number of stars if this was set to more
    /// than the world has seats for.
    func stargazerCount(_ repository: Repository) -> Int {
        memberCount(starCrowd(repository.owner.id, repository.index))
    }

    /// A repository's stargazers from `offset` on, oldest star first.
    ///
    /// A repository that gains a star keeps its existing ones in order.
    func stargazers(
        _ repository: Repository, offset: Int, limit: Int
    ) -> [(account: Account, starredAt: Int)] {
        let crowd = starCrowd(repository.owner.id, repository.index)
        let time = starTimes(repository, crowd)
        return members(crowd, offset: offset, limit: limit).map { ($0.account, time($0.place)) }
    }

    /// When the places of a repository's crowd were taken.
    private func starTimes(_ repository: Repository, _ crowd: Crowd) -> (_ place: Int) -> Int {
        // A gained star is later than all others, but changes none of their times.
        let stars = Double(max(generatedStars(repository.owner.id, repository.index), 1))
        // In a small world, repositories that `octocat` has starred are older than `octocat`.
        let start = max(repository.createdAt, crowd.hasOctocat ? Special.octocatCreation : 0)
        var shapes = Draw(seed: seed, repository.id, .curve)
        let shape = shapes.pick(World.starCurves)
        return { place in
            var draw = Draw(seed: seed &+ UInt64(repository.id), place, .stargazers)
            let share = min((Double(place) + draw.fraction()) / stars, 1)
            return start + Int(shape(share) * Double(World.today - start))
        }
    }

    /// When, between its first star and today, a repository has a share of its stars: steadily,
    /// most of them at first, most of them lately, or most of them in between.
    private static let starCurves: [@Sendable (Double) -> Double] = [
        { $0 }, { $0 * $0 * $0 }, { 1 - (1 - $0) * (1 - $0) * (1 - $0) },
        { 0.5 + 4 * ($0 - 0.5) * ($0 - 0.5) * ($0 - 0.5) },
    ]

    /// The repositories that the account has starred, newest star first.
    func starred(_ account: Account) -> [(repository: Repository, starredAt: Int)] {
        let (id, lots) = (account.id, lots(of: account.id))
        if groups < 2 || lots.isEmpty && id != Special.octocat.account.id { return [] }
        let owners = subjects(of: id, lots).filter { mayStar(id, lots, repositoriesOf: $0) }
            .union(overlay.stars.keys.compactMap { repository(id: $0)?.owner.id })
        return owners.compactMap { self.account(id: $0) }.flatMap { owner in
            (0..<repositoryCount(owner.id)).compactMap { index in
                let crowd = starCrowd(owner.id, index)
                guard let place = place(crowd, of: id, lots),
                    let repository = repository(owner, index)
                else { return nil }
                return (repository, starTimes(repository, crowd)(place))
            }
        }.sorted { ($0.starredAt, $0.repository.id) > ($1.starredAt, $1.repository.id) }
    }

    /// Whether an unchanged repository of `owner` can have the star of `id`. A notable account's
    /// repositories are too many to try, but all share the seats of the first one.
    private func mayStar(_ id: Int, _ lots: [Int], repositoriesOf owner: Int) -> Bool {
        if owner == Special.octocat.account.id || notables.rank(of: owner) == nil { return true }
        var crowd = generatedStarCrowd(owner, 0)
        crowd.hasOctocat = crowd.hasOctocat && id == Special.octocat.account.id
        return place(crowd, of: id, lots) != nil
    }
}
