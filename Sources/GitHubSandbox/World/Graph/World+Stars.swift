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
            crowd.mask = mask(index, crowd.window)
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

    /// Gives the repositories of one owner different stargazers.
    private func mask(_ index: Int, _ window: Int) -> Int {
        Int(truncatingIfNeeded: Draw.mix(UInt64(index))) & (window - 1)
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
        let isOctocat = id == Special.octocat.account.id
        if groups < 2 || (lots.isEmpty && !isOctocat) { return [] }
        var candidates = Set(overlay.stars.keys)
        candidates.formUnion(Special.octocatRepositories.map(\.id))
        func addAll(_ owner: Int, where holds: (_ index: Int) -> Bool) {
            for index in 0..<repositoryCount(owner) where holds(index) {
                candidates.insert(World.repositoryID(owner, index))
            }
        }
        for rank in 0..<notables.count {
            let owner = notables.id(rank: rank)
            var crowd = generatedStarCrowd(owner, 0)
            crowd.hasOctocat = crowd.hasOctocat && isOctocat
            if place(crowd, of: id, lots: lots) != nil { addAll(owner) { _ in true } }
        }
        let window = neighborhood
        func addCommon(_ owner: Int, _ seat: Int) {
            addAll(owner) { seat ^ mask($0, window) < generatedStars(owner, $0) }
        }
        for owner in Special.all.map(\.account.id) {
            let crowd = crowd(owner, key: nil)
            let seat = crowd.seat(ofGroup: (id - 1) / 16 % groups)
            if seat < window { addCommon(owner, seat) }
        }
        forEachNeighbor(of: id, lots, addCommon)
        return candidates.compactMap { candidate -> (repository: Repository, starredAt: Int)? in
            guard let repository = repository(id: candidate) else { return nil }
            let crowd = starCrowd(repository.owner.id, repository.index)
            guard let place = place(crowd, of: id, lots: lots) else { return nil }
            return (repository, starTimes(repository, crowd)(place))
        }.sorted { ($0.starredAt, $0.repository.id) > ($1.starredAt, $1.repository.id) }
    }
}
