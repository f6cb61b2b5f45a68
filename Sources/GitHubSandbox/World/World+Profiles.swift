extension World {
    /// Account ids by date of creation: real points of GitHub's growth.
    private static let growth = Curve(points: [
        (1, World.day(2007, 10, 20)), (100, World.day(2008, 1, 15)),
        (9_919, World.day(2008, 5, 11)), (50_003, World.day(2009, 1, 28)),
        (240_830, World.day(2010, 4, 11)), (583_231, World.day(2011, 1, 25)),
        (3_845_033, World.day(2013, 3, 11)), (7_544_739, World.day(2014, 5, 10)),
        (31_898_100, World.day(2017, 9, 13)), (54_909_825, World.day(2019, 9, 3)),
        (131_600_000, World.day(2023, 4, 24)), (191_300_000, World.day(2024, 12, 14)),
        (232_800_000, World.day(2025, 8, 30)), (260_000_000, World.day(2026, 6, 1)),
    ])

    private static let commonFollowers = Curve(points: [
        (0, 0), (0.45, 0), (0.7, 2), (0.9, 15), (0.98, 80), (0.999, 400), (1, 415),
    ])
    private static let notableFollowers = Curve(points: [
        (0, 290_000), (0.002, 90_000), (0.01, 30_000), (0.05, 9000), (0.25, 2200), (1, 420),
    ])
    private static let commonRepositories = Curve(points: [
        (0, 0), (0.28, 0), (0.5, 3), (0.8, 14), (0.95, 50), (0.99, 120), (0.9995, 380), (1, 400),
    ])
    private static let notableRepositories = Curve(points: [
        (0, 4000), (0.002, 1500), (0.01, 640), (0.1, 210), (0.5, 60), (1, 20),
    ])

    /// When the account was created, in seconds since 1970; it never decreases with the id.
    func createdAt(id: Int) -> Int {
        let (first, last) = (World.growth.points[0].place, World.growth.points.last?.place ?? 1)
        // A world larger than today's GitHub covers the same years, more densely.
        let place = Double(users) <= last ? Double(id) : Double(id) * last / Double(users)
        return World.growth.value(at: max(place, first))
    }

    /// Everything that the account's own page shows, but for the number of accounts that it
    /// follows, which takes longer than the rest.
    func profile(_ account: Account) -> Profile {
        let created = createdAt(id: account.id)
        var dates = Draw(seed: seed, account.id, .dates)
        var profile = Profile(
            account: account, repositories: repositoryCount(account.id),
            followers: followerCount(account.id), createdAt: created,
            updatedAt: created + Int(dates.fraction() * Double(World.today - created)),
            mainLanguage: mainLanguage(account.id))
        if Special.byID[account.id]?.describe(&profile) != true && account.kind != .bot {
            describe(&profile)
        }
        if let revision = overlay.revisions[account.id] {
            profile.updatedAt = World.today + revision
        }
        return profile
    }

    private func describe(_ profile: inout Profile) {
        var draw = Draw(seed: seed, profile.account.id, .profile)
        let isUser = profile.account.kind == .user
        if !draw.oneIn(3) { profile.name = isUser ? personName(&draw) : profile.account.login }
        if isUser && draw.oneIn(4) { profile.company = draw.pick(Vocabulary.companies) }
        if draw.oneIn(3) { profile.location = draw.pick(Vocabulary.locations) }
        if draw.oneIn(4) { profile.biography = draw.pick(Vocabulary.biographies) }
        if draw.oneIn(5) { profile.blog = "https://\(profile.account.login.lowercased()).example" }
        if isUser && draw.oneIn(12) { profile.hireable = true }
        if draw.oneIn(12) {
            profile.twitter = String(profile.account.login.filter { $0 != "-" }.prefix(15))
        }
        if isUser { profile.gists = draw.oneIn(3) ? draw.below(20) : 0 }
    }

    private func personName(_ draw: inout Draw) -> String {
        if draw.oneIn(8) { return draw.pick(Vocabulary.otherNames) }
        return "\(draw.pick(Vocabulary.givenNames)) \(draw.pick(Vocabulary.familyNames))"
    }

    /// The number of followers, without changes of the world.
    func generatedFollowerCount(_ id: Int) -> Int {
        if let special = Special.byID[id] { return min(special.followers, groups) }
        if let rank = notables.rank(of: id) {
            return min(
                World.notableFollowers.value(at: Double(rank) / Double(notables.count)), groups / 4)
        }
        var draw = Draw(seed: seed, id, .counts)
        return min(World.commonFollowers.value(at: draw.fraction()), groups / 4)
    }

    func repositoryCount(_ id: Int) -> Int {
        overlay.repositoryCounts[id] ?? generatedRepositoryCount(id)
    }

    /// The number of repositories of the account, without changes of the world.
    func generatedRepositoryCount(_ id: Int) -> Int {
        if let special = Special.byID[id] { return special.repositories }
        if let rank = notables.repositoryRank(of: id) {
            return World.notableRepositories.value(at: Double(rank) / Double(notables.count))
        }
        var draw = Draw(seed: seed &+ 1, id, .counts)
        return World.commonRepositories.value(at: draw.fraction())
    }

    func mainLanguage(_ id: Int) -> String {
        var draw = Draw(seed: seed, id, .languages)
        return language(&draw)
    }

    /// A language; the first of the list are the most frequent.
    func language(_ draw: inout Draw) -> String {
        let fraction = draw.fraction()
        return Vocabulary.languages[Int(fraction * fraction * Double(Vocabulary.languages.count))]
    }

    /// The number of groups of sixteen neighbors: the bound of every list of accounts.
    var groups: Int {
        users / 16
    }
}
