import Testing

@testable import GitHubSandbox

@Suite struct WorldTests {
    private let world = World(seed: 1, users: 200_000_000)

    /// Ids from the whole range, evenly spread.
    private static let ids = stride(from: 1, to: 200_000_000, by: 100_003)

    private func accounts(_ world: World) -> [Account] {
        WorldTests.ids.compactMap { world.account(id: $0) }
    }

    @Test func `equal seeds give equal worlds, different seeds different ones`() {
        let logins = accounts(world).map(\.login)
        #expect(logins == accounts(World(seed: 1, users: 200_000_000)).map(\.login))
        #expect(logins != accounts(World(seed: 2, users: 200_000_000)).map(\.login))
    }

    @Test func `about one id in six does not exist`() {
        let existing = accounts(world).count
        let asked = Array(WorldTests.ids).count
        #expect((0.75...0.92).contains(Double(existing) / Double(asked)))
    }

    @Test func `at least one of sixteen neighbors exists`() {
        for group in [0, 1, 77, 12_345, 9_999_999] {
            let ids = (group * 16 + 1)...(group * 16 + 16)
            #expect(ids.contains { world.account(id: $0) != nil })
        }
    }

    @Test func `an account is found by its login in any case`() {
        for account in accounts(world) {
            #expect(world.account(login: account.login) == account)
            #expect(world.account(login: account.login.uppercased()) == account)
        }
    }

    @Test func `logins have the form that GitHub allows`() throws {
        let pattern = /[A-Za-z0-9_-]{1,39}(\[bot\])?/
        for account in accounts(world) {
            #expect(try pattern.wholeMatch(in: account.login) != nil, "\(account.login)")
        }
    }

    @Test(arguments: ["", "nobody", "octo", "quiet-otter99999999", "a/b", "-", "exactly-100x"])
    func `an unused login has no account`(login: String) {
        #expect(world.account(login: login) == nil)
    }

    @Test func `some users are organizations, and a few are bots`() {
        let accounts = accounts(world)
        let organizations = accounts.count { $0.kind == .organization }
        let bots = accounts.count { $0.kind == .bot }
        #expect((0.05...0.12).contains(Double(organizations) / Double(accounts.count)))
        #expect((1...30).contains(bots))
    }

    @Test func `accounts are never older than those with lower ids`() {
        let dates = WorldTests.ids.map { world.createdAt(id: $0) }
        #expect(dates == dates.sorted())
        #expect(world.createdAt(id: 1) == World.day(2007, 10, 20))
        #expect(dates.allSatisfy { $0 <= World.today })
    }

    @Test func `most have few repositories and followers, and some have thousands`() {
        let counts = accounts(world).map { world.repositoryCount($0.id) }.sorted()
        #expect(counts[counts.count / 2] <= 5)
        #expect(counts.first == 0)
        let notable = (0..<world.notables.count).map { world.notables.id(rank: $0) }
        #expect(notable.contains { world.repositoryCount($0) > 3000 })
        #expect(notable.contains { world.followerCount($0) > 200_000 })
        #expect(notable.allSatisfy { world.account(id: $0) != nil })
    }

    @Test func `notable accounts are ranked by followers`() {
        let followers = (0..<world.notables.count)
            .map { world.notables.id(rank: $0) }.filter { Special.byID[$0] == nil }
            .map { world.followerCount($0) }
        #expect(followers == followers.sorted(by: >))
        let others = accounts(world).filter {
            world.notables.rank(of: $0.id) == nil && Special.byID[$0.id] == nil
        }
        #expect(others.allSatisfy { world.followerCount($0.id) <= followers[followers.count - 1] })
    }

    @Test(arguments: [
        (10_000, 0), (10_100, 100), (10_200, 200), (10_250, 250), (10_300, 300), (11_000, 1000),
    ])
    func `the accounts named exactly-N have N repositories`(id: Int, count: Int) throws {
        let account = try #require(world.account(id: id))
        #expect(account.login == (count == 0 ? "no-repositories" : "exactly-\(count)"))
        #expect(world.repositories(account).count == count)
    }

    @Test(arguments: [1, 16, 100, 40_000, 1_000_000, 3_000_000_000])
    func `worlds of every size have octocat, github and Hello-World`(users: Int) throws {
        let world = World(seed: 9, users: users)
        let octocat = try #require(world.account(login: "octocat"))
        #expect(octocat.id == 583_231)
        #expect(world.account(id: 9919)?.kind == .organization)
        #expect(world.repository(octocat, name: "hello-world")?.id == 1_296_269)
        #expect(world.repository(id: 1_296_269)?.fullName == "octocat/Hello-World")
    }

    @Test func `the next account is the nearest one with a higher id`() {
        for world in [World(seed: 3, users: 500), World(seed: 3, users: 100_000)] {
            var id = 0
            var upward: [Int] = []
            while let next = world.firstID(after: id), upward.count < 5000 {
                upward.append(next)
                id = next
            }
            #expect(upward == (1...id).filter(world.exists))
        }
    }
}
