import Testing

@testable import GitHubSandbox

@Suite struct RepositoryTests {
    private let world = World(seed: 1, users: 200_000_000)

    /// The repositories of the accounts with exact numbers, and of the most famous ones.
    private func repositories() -> [Repository] {
        let special = [10_100, 10_250, 11_000, 583_231, 9919]
        let notable = (0..<40).map { world.notables.id(rank: $0 * 100) }
        return (special + notable).compactMap { world.account(id: $0) }
            .flatMap { world.repositories($0).prefix(300) }
    }

    @Test func `a repository is found by its id and by its name`() throws {
        for repository in repositories() {
            let byID = try #require(world.repository(id: repository.id))
            let byName = try #require(
                world.repository(repository.owner, name: repository.name.uppercased()))
            #expect(byID.fullName == repository.fullName)
            #expect(byName.id == repository.id)
        }
    }

    @Test func `ids and names are unique`() {
        let all = repositories()
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(Set(all.map { $0.fullName.lowercased() }).count == all.count)
    }

    @Test func `repository names have the form that GitHub allows`() throws {
        for repository in repositories() {
            #expect(try /[A-Za-z0-9._-]{1,100}/.wholeMatch(in: repository.name) != nil)
        }
    }

    @Test func `there are nulls, forks, archives and many scripts`() {
        let all = repositories()
        #expect(all.contains { $0.language == nil })
        #expect(all.contains { $0.description == nil })
        #expect(all.contains { $0.license == nil })
        #expect(all.contains { $0.homepage == nil })
        #expect(all.contains { $0.isFork })
        #expect(all.contains { $0.isArchived })
        #expect(all.contains { $0.description?.contains { !$0.isASCII } ?? false })
    }

    @Test func `most have no stars, and some have hundreds of thousands`() throws {
        let exact = try #require(world.account(id: 11_000))
        let common = world.repositories(exact).map(\.stars).sorted()
        #expect(common[common.count / 2] == 0)
        let famous = (0..<world.notables.count).map { world.notables.id(rank: $0) }
        let stars = famous.prefix(50).compactMap { world.account(id: $0) }
            .compactMap { world.repository($0, 0)?.stars }
        #expect((stars.max() ?? 0) > 100_000)
    }

    @Test func `a repository is younger than its owner, and pushed after its creation`() {
        for repository in repositories() {
            #expect(repository.createdAt >= world.profile(repository.owner).createdAt)
            #expect(repository.pushedAt >= repository.createdAt)
            #expect(repository.updatedAt >= repository.createdAt)
        }
    }

    @Test func `stargazers are distinct, with the oldest star first`() throws {
        let octocat = try #require(world.account(id: 583_231))
        let repository = try #require(world.repository(octocat, name: "Hello-World"))
        let stars = world.stargazers(repository, offset: 0, limit: 5000)
        #expect(stars.count == 2486)
        #expect(Set(stars.map(\.account.id)).count == stars.count)
        #expect(stars.map(\.starredAt) == stars.map(\.starredAt).sorted())
        #expect(stars.allSatisfy { world.createdAt(id: $0.account.id) <= $0.starredAt })
    }

    @Test func `a new star does not reorder the others`() throws {
        let octocat = try #require(world.account(id: 583_231))
        var changed = world
        changed.overlay.setStars(2487, repository: 1_296_269)
        let before = try #require(world.repository(octocat, name: "Hello-World"))
        let after = try #require(changed.repository(octocat, name: "Hello-World"))
        let old = world.stargazers(before, offset: 0, limit: 2486).map(\.account.id)
        let new = changed.stargazers(after, offset: 0, limit: 5000).map(\.account.id)
        #expect(new.count == 2487)
        #expect(Array(new.dropLast()) == old)
    }

    @Test func `followers are distinct`() throws {
        let github = try #require(world.account(id: 9919))
        let followers = world.followers(github, offset: 0, limit: 3000).map(\.id)
        #expect(followers.count == 3000)
        #expect(Set(followers).count == 3000)
    }

    @Test func `a fork's parent is not a fork`() throws {
        let fork = try #require(repositories().first { $0.isFork })
        let parent = try #require(world.parent(of: fork))
        #expect(!parent.isFork)
        #expect(parent.id != fork.id)
    }
}
