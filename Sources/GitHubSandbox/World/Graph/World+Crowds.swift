extension World {
    /// The holders of the sixteen lots, by rank: a few users of a group follow and star much, and
    /// many do neither.
    private static let ranks = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8]

    /// The crowd of an account, or of its repositories.
    ///
    /// - Parameters:
    ///   - key: what the order of seats follows from; nil for the one that common accounts share.
    ///   - window: the number of groups for accounts with an order of their own.
    func crowd(_ id: Int, key: Int?, window: Int? = nil) -> Crowd {
        let all = Crowd.window(groups - 1)
        // The crowds of common accounts are among few groups, so that all of them can be tried.
        let window = key == nil ? min(512, all) : window ?? all
        return Crowd(
            groups: groups, home: (id - 1) / 16 % max(groups, 1), slot: (id - 1) % 16,
            window: window,
            order: SmallPermutation(count: window, seed: seed &+ UInt64(key ?? 0) &* 29))
    }

    /// The user with a lot of a group. Deleted accounts keep theirs.
    private func holders(ofGroup group: Int) -> [Int] {
        let first = group * 16 + 1
        let users = (first..<first + 16).filter {
            isGenerated($0) && kind($0) == .user && $0 != Special.octocat.account.id
        }
        var draw = Draw(seed: seed, group, .lots)
        let start = draw.below(users.count)
        return users.isEmpty ? [] : World.ranks.map { users[(start + $0) % users.count] }
    }

    /// The lots of an account: none if it follows nobody and stars nothing.
    func lots(of id: Int) -> [Int] {
        let group = (id - 1) / 16
        let holders = group < groups ? holders(ofGroup: group) : []
        return holders.indices.filter { holders[$0] == id }
    }

    /// An account's place in a crowd, or nil if it has none.
    ///
    /// - Parameter lots: the account's lots, if they are known.
    func place(_ crowd: Crowd, of id: Int, _ lots: [Int]? = nil) -> Int? {
        if id == Special.octocat.account.id { return crowd.hasOctocat && crowd.count > 0 ? 0 : nil }
        let group = (id - 1) / 16
        guard group < groups else { return nil }
        let seat = crowd.seat(ofGroup: group)
        guard let place = crowd.place(ofSeat: seat), place < crowd.count,
            place > 0 || !crowd.hasOctocat,
            (lots ?? self.lots(of: id)).contains(crowd.lot(seat))
        else { return nil }
        return place
    }

    /// The places of deleted accounts, in rising order.
    func gaps(_ crowd: Crowd) -> [Int] {
        overlay.deleted.compactMap { place(crowd, of: $0) }.sorted()
    }

    /// The number of accounts that have a place.
    func memberCount(_ crowd: Crowd) -> Int { crowd.count - gaps(crowd).count }

    /// The accounts that have a place, in order of places.
    func members(
        _ crowd: Crowd, offset: Int, limit: Int
    ) -> [(place: Int, account: Account)] {
        let gaps = gaps(crowd)
        var start = offset
        for gap in gaps where gap <= start { start += 1 }
        let places = (start..<max(start, crowd.count)).lazy.filter { !gaps.contains($0) }
        return places.prefix(limit).compactMap { place in
            if place == 0 && crowd.hasOctocat {
                return account(id: Special.octocat.account.id).map { (place, $0) }
            }
            let seat = crowd.seat(place)
            let holders = holders(ofGroup: crowd.group(ofSeat: seat))
            guard !holders.isEmpty else { return nil }
            return account(id: holders[crowd.lot(seat)]).map { (place, $0) }
        }
    }

    /// All accounts that the account `id` can follow, or whose repositories it can star.
    func subjects(of id: Int, _ lots: [Int]) -> Set<Int> {
        var subjects = Set(Special.all.map(\.account.id) + (0..<notables.count).map(notables.id))
        if lots.isEmpty { return subjects }
        let common = crowd(id, key: nil)
        for seat in 0..<common.window {
            let home = (common.home + 1 + common.order.forward(seat)) % groups
            // The accounts that do not fill a group count as the group 0.
            for group in stride(from: home, through: groups, by: groups) {
                subjects.formUnion(lots.map { group * 16 + 1 + ($0 - Crowd.shift(seat)) & 15 })
            }
        }
        return subjects
    }
}
