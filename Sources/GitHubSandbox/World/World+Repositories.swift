extension World {
    /// Repository ids below this are GitHub's own; generated ones above it encode owner and index.
    private static let firstRepositoryID = 2_000_000_000

    static func repositoryID(_ owner: Int, _ index: Int) -> Int {
        owner == Special.octocat.account.id
            ? Special.octocatRepositories[index].id
            : firstRepositoryID + owner * repositoriesPerOwner + index
    }

    /// More than any account has.
    static let repositoriesPerOwner = 4096

    private static let flagshipStars = Curve(points: [
        (0, 420_000), (0.001, 150_000), (0.01, 45_000), (0.1, 9000), (0.5, 1500), (1, 500),
    ])
    /// In thousandths of the flagship's.
    private static let notableStars = Curve(points: [
        (0, 0), (0.5, 0), (0.8, 4), (0.95, 30), (0.99, 150), (1, 300),
    ])
    private static let commonStars = Curve(points: [
        (0, 0), (0.62, 0), (0.85, 1), (0.95, 6), (0.99, 45), (0.999, 300), (1, 480),
    ])

    func repository(id: Int) -> Repository? {
        if let index = Special.octocatRepositories.firstIndex(where: { $0.id == id }) {
            return account(id: Special.octocat.account.id).flatMap { repository($0, index) }
        }
        guard id >= World.firstRepositoryID else { return nil }
        let place = id - World.firstRepositoryID
        guard let owner = account(id: place / World.repositoriesPerOwner) else { return nil }
        return repository(owner, place % World.repositoriesPerOwner)
    }

    /// The repository `OWNER/NAME`, in any case.
    func repository(fullName: String) -> Repository? {
        let parts = fullName.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = account(login: String(parts[0])) else { return nil }
        return repository(owner, name: String(parts[1]))
    }

    /// The owner's repository of that name, in any case.
    func repository(_ owner: Account, name: String) -> Repository? {
        names(of: owner).index(name).flatMap { repository(owner, $0) }
    }

    private func names(of owner: Account) -> RepositoryNames {
        RepositoryNames(
            seed: seed, owner: owner.id, count: generatedRepositoryCount(owner.id))
    }

    /// The owner's repositories, oldest first.
    func repositories(_ owner: Account) -> [Repository] {
        (0..<repositoryCount(owner.id)).compactMap { repository(owner, $0) }
    }

    /// The owner's repository with that index, or nil if it has fewer.
    func repository(_ owner: Account, _ index: Int) -> Repository? {
        guard index >= 0, index < repositoryCount(owner.id) else { return nil }
        var repository =
            owner.id == Special.octocat.account.id
            ? octocatRepository(owner, index) : generatedRepository(owner, index)
        repository.stars = min(repository.stars, users / 32)
        if let change = overlay.stars[repository.id] {
            repository.stars = change.count
            repository.updatedAt = World.today + change.revision
        }
        repository.stars -= lostStars(owner.id, index)
        return repository
    }

    /// The repository that a fork was made from: the first one of a notable account.
    func parent(of fork: Repository) -> Repository? {
        guard fork.isFork else { return nil }
        var draw = Draw(seed: seed &+ 7, fork.id, .repository)
        for _ in 0..<4 {
            let id = notables.id(rank: draw.below(notables.count))
            if id != fork.owner.id, let owner = account(id: id),
                let parent = repository(owner, 0), !parent.isFork
            {
                return parent
            }
        }
        return account(id: Special.github.account.id).flatMap { repository($0, 0) }
    }

    /// Bytes of code by language, most first.
    func languages(_ repository: Repository) -> [(language: String, bytes: Int)] {
        guard let main = repository.language else { return [] }
        var draw = Draw(seed: seed, repository.id, .languages)
        var all = [(language: main, bytes: 2000 + repository.size * 300)]
        for _ in 0..<draw.below(4) {
            let other = language(&draw)
            let bytes = 1 + draw.below(max(all[all.count - 1].bytes - 1, 1))
            if !all.contains(where: { $0.language == other }) { all.append((other, bytes)) }
        }
        return all
    }

    private func octocatRepository(_ owner: Account, _ index: Int) -> Repository {
        let known = Special.octocatRepositories[index]
        let dates = dates(owner, index, known.id)
        var repository = Repository(
            id: known.id, owner: owner, index: index, name: known.name,
            description: known.description, language: known.language,
            license: Vocabulary.licenses.first { $0.key == known.license },
            stars: known.stars, forks: known.stars / 3, openIssues: 4, subscribers: 90, size: 1,
            isFork: known.isFork, defaultBranch: "master", createdAt: dates.created,
            updatedAt: max(dates.updated, dates.pushed), pushedAt: dates.pushed)
        if known.name == "Hello-World" {
            repository.homepage = ""
            repository.forks = 2168
            repository.openIssues = 1291
            repository.subscribers = 1731
            repository.createdAt = World.day(2011, 1, 26) + 68_472
        }
        return repository
    }

    /// - Parameter isWhole: whether name and dates are wanted, which cost most.
    private func generatedRepository(
        _ owner: Account, _ index: Int, isWhole: Bool = true
    ) -> Repository {
        let id = World.repositoryID(owner.id, index)
        var draw = Draw(seed: seed, id, .repository)
        let dates = isWhole ? dates(owner, index, id) : (created: 0, updated: 0, pushed: 0)
        var repository = Repository(
            id: id, owner: owner, index: index,
            name: isWhole ? names(of: owner).name(index) : "", createdAt: dates.created,
            updatedAt: dates.updated, pushedAt: dates.pushed)
        // The first repository of a notable account is the one that others fork.
        let isFlagship = index == 0 && notables.rank(of: owner.id) != nil
        repository.isFork = draw.oneIn(4) && !isFlagship
        if !draw.oneIn(3) { repository.description = draw.pick(Vocabulary.descriptions) }
        if !draw.oneIn(8) {
            repository.language = draw.oneIn(2) ? mainLanguage(owner.id) : language(&draw)
        }
        if draw.oneIn(2) { repository.license = draw.pick(Vocabulary.licenses) }
        if draw.oneIn(3) {
            repository.homepage =
                draw.oneIn(2) ? "" : "https://\(repository.name.lowercased()).example"
        }
        let firstTopic = draw.below(Vocabulary.topics.count)
        let topics = draw.oneIn(4) ? draw.below(5) : 0
        repository.topics = (0..<topics).map {
            Vocabulary.topics[(firstTopic + $0) % Vocabulary.topics.count]
        }
        repository.stars = stars(owner, isFlagship, repository.isFork, &draw)
        repository.forks = repository.stars / 6 + (draw.oneIn(9) ? 1 : 0)
        repository.openIssues = draw.oneIn(3) ? draw.below(12) + repository.stars / 40 : 0
        repository.subscribers = repository.stars / 25 + draw.below(3)
        repository.size = draw.oneIn(10) ? 0 : draw.below(30_000)
        repository.isArchived = draw.oneIn(20)
        repository.isTemplate = draw.oneIn(50)
        repository.hasPages = draw.oneIn(15)
        repository.hasDiscussions = repository.stars > 1000
        repository.defaultBranch = dates.created < World.day(2020, 10, 1) ? "master" : "main"
        return repository
    }

    private func stars(
        _ owner: Account, _ isFlagship: Bool, _ isFork: Bool, _ draw: inout Draw
    ) -> Int {
        let fraction = draw.fraction()
        guard let rank = notables.rank(of: owner.id), !isFork else {
            return World.commonStars.value(at: fraction) / (isFork ? 4 : 1)
        }
        let flagship = flagshipStars(rank)
        return isFlagship ? flagship : flagship * World.notableStars.value(at: fraction) / 1000
    }

    /// The number of stars of a notable account's first repository.
    func flagshipStars(_ rank: Int) -> Int {
        World.flagshipStars.value(at: Double(rank) / Double(notables.count))
    }

    /// The number of stars without changes of the world.
    func generatedStars(_ owner: Int, _ index: Int) -> Int {
        let owner = Account(id: owner, login: "", kind: .user)
        let stars =
            owner.id == Special.octocat.account.id
            ? Special.octocatRepositories[index].stars
            : generatedRepository(owner, index, isWhole: false).stars
        return min(stars, users / 32)
    }

    private func dates(
        _ owner: Account, _ index: Int, _ id: Int
    ) -> (created: Int, updated: Int, pushed: Int) {
        var draw = Draw(seed: seed, id, .repositoryDates)
        let start = createdAt(id: owner.id)
        let span = Double(World.today - start)
        let count = generatedRepositoryCount(owner.id)
        let place = min((Double(index) + draw.fraction()) / Double(count + 1), 1)
        let created = start + Int(place * span)
        let activity = draw.fraction()
        let pushed = created + Int(activity * activity * Double(World.today - created))
        let updated = created + Int(draw.fraction() * Double(World.today - created))
        return (created, updated, pushed)
    }
}
