import JSONCore
import Synchronization
import Testing

@testable import GitHubSandbox

/// Who follows whom, and who starred what: every list agrees with its counterpart.
@Suite struct GraphTests {
    private let world = World(seed: 1, users: 200_000_000)

    private func followers(_ world: World, _ account: Account) -> [Int] {
        let found = world.followers(account, offset: 0, limit: 100_000)
        #expect(found.count == world.followerCount(account.id))
        #expect(Set(found).count == found.count)
        #expect(found.allSatisfy { $0.kind == .user && $0 != account })
        return found.map(\.id)
    }

    private func stargazers(_ world: World, _ repository: Repository) -> [Int: Int] {
        let stars = world.stargazers(repository, offset: 0, limit: 100_000)
        let times = stars.map(\.starredAt)
        #expect(stars.count == repository.stars, "\(repository.fullName)")
        #expect(times == times.sorted())
        #expect(times.allSatisfy { (repository.createdAt...World.today).contains($0) })
        #expect(stars.allSatisfy { $0.account.kind == .user })
        return Dictionary(stars.map { ($0.account.id, $0.starredAt) }) { _, _ in
            Issue.record("\(repository.fullName) has a stargazer twice")
            return 0
        }
    }

    /// Every list of a small world is compared with its counterpart.
    private func checkAll(_ world: World) {
        let accounts = world.accounts(after: 0, limit: .max) { _ in true }
        var followed: [Int: Set<Int>] = [:]
        var starred: [Int: [Int: Int]] = [:]
        for account in accounts {
            for id in followers(world, account) { followed[id, default: []].insert(account.id) }
            for repository in world.repositories(account) {
                for (id, time) in stargazers(world, repository) {
                    starred[id, default: [:]][repository.id] = time
                }
            }
        }
        for account in accounts {
            let following = world.following(account).map(\.id)
            #expect(Set(following) == followed[account.id] ?? [], "\(account.login)")
            #expect(Set(following).count == following.count)
            let stars = world.starred(account)
            let times = Dictionary(
                uniqueKeysWithValues: stars.map { ($0.repository.id, $0.starredAt) })
            #expect(times == starred[account.id] ?? [:], "\(account.login)")
            #expect(stars.map(\.starredAt) == stars.map(\.starredAt).sorted(by: >))
        }
    }

    @Test(arguments: [1, 15, 16, 17, 32, 33, 47, 64, 100, 500])
    func `all lists of a small world agree`(users: Int) {
        checkAll(World(seed: UInt64(users), users: users))
    }

    @Test func `all lists agree after changes`() throws {
        var world = World(seed: 5, users: 300)
        let accounts = world.accounts(after: 0, limit: .max) { $0.kind == .user }
        let popular = try #require(
            accounts.flatMap { world.repositories($0) }.max { $0.stars < $1.stars })
        for (index, account) in accounts.enumerated() {
            switch index % 12 {
            case 0: world.overlay.delete(account)
            case 1: world.overlay.rename(account, to: "renamed-\(index)")
            case 2: world.overlay.setRepositories(index % 7, of: account)
            case 3:
                guard let repository = world.repository(account, 0) else { continue }
                world.overlay.setStars(index % 9, repository: repository.id)
            default: break
            }
        }
        world.overlay.setStars(popular.stars + 3, repository: popular.id)
        world.overlay.setStars(0, repository: 1_296_269)
        #expect(world.overlay.deleted.count > 10)
        checkAll(world)
    }

    /// Accounts of the whole world: common, notable, special, the oldest and the newest.
    private func samples(_ world: World) -> [Account] {
        let spread = (1...8).map { $0 * (world.users / 9) }
        let ranks = [0, 100, 4000].map { world.notables.id(rank: $0 % world.notables.count) }
        let ids = spread + ranks + [1, 2, 40, world.users, 583_231, 9919, 10_100]
        return ids.map { id in world.firstID(after: id - 1).flatMap { world.account(id: $0) } }
            .compactMap(\.self)
    }

    @Test(arguments: [(1, 200_000_000), (7, 3_000_000_000), (2, 60_000)])
    func `lists of a large world agree`(seed: UInt64, users: Int) {
        let world = World(seed: seed, users: users)
        for account in samples(world) {
            let first = world.followers(account, offset: 0, limit: 2)
            let last = world.followers(
                account, offset: max(world.followerCount(account.id) - 1, 0), limit: 5)
            for follower in first + last {
                #expect(world.following(follower).contains(account), "\(follower.login)")
            }
            for other in world.following(account).prefix(5)
            where world.followerCount(other.id) < 3000 {
                #expect(followers(world, other).contains(account.id), "\(other.login)")
            }
            let popular = world.repositories(account).prefix(40).max { $0.stars < $1.stars }
            if let popular, popular.stars > 0 {
                let stars = [0, popular.stars / 2, popular.stars - 1].flatMap {
                    world.stargazers(popular, offset: $0, limit: 1)
                }
                for star in stars {
                    let found = world.starred(star.account).first { $0.repository.id == popular.id }
                    #expect(found?.starredAt == star.starredAt, "\(popular.fullName)")
                }
            }
            for (repository, time) in world.starred(account).prefix(5)
            where repository.stars < 3000 {
                #expect(stargazers(world, repository)[account.id] == time)
            }
        }
    }

    @Test func `organizations and bots follow nobody and star nothing`() {
        for account in world.accounts(after: 50_000_000, limit: 5, where: { $0.kind != .user }) {
            #expect(world.following(account).isEmpty && world.starred(account).isEmpty)
        }
    }

    @Test func `some users follow nobody, and some star a hundred repositories`() {
        let users = world.accounts(after: 90_000_000, limit: 60) { $0.kind == .user }
        let following = users.map { world.following($0).count }
        #expect((10...45).contains(following.count { $0 == 0 }))
        #expect(following.contains { $0 > 20 })
        #expect(users.contains { world.starred($0).count > 60 })
    }

    @Test func `octocat follows nine accounts, as on GitHub`() throws {
        let octocat = try #require(world.account(login: "octocat"))
        let followed = world.following(octocat)
        #expect(followed.count == 9)
        for account in followed {
            #expect(world.followers(account, offset: 0, limit: 1) == [octocat])
        }
        #expect(world.starred(octocat).count == 3)
        let sandbox = TestSandbox()
        #expect(try sandbox.json("/users/octocat")["following"] == 9)
        #expect(try sandbox.json("/users/octocat")["followers"] == 16_842)
    }

    @Test func `octocat's stars are not older than octocat, even in a small world`() throws {
        let world = World(seed: 1, users: 3000)
        let octocat = try #require(world.account(login: "octocat"))
        let stars = world.starred(octocat)
        #expect(stars.count == 3)
        let creation = world.profile(octocat).createdAt
        #expect(stars.allSatisfy { $0.starredAt >= creation && $0.repository.createdAt < creation })
        for star in stars { #expect(!stargazers(world, star.repository).isEmpty) }
    }

    @Test func `a new star changes no other, and is the newest`() throws {
        let octocat = try #require(world.account(login: "octocat"))
        var changed = world
        changed.overlay.setStars(600, repository: 64_778_136)
        let before = try #require(world.repository(octocat, name: "linguist"))
        let after = try #require(changed.repository(octocat, name: "linguist"))
        let old = world.stargazers(before, offset: 0, limit: 1000)
        let new = changed.stargazers(after, offset: 0, limit: 1000)
        #expect(new.count == 600)
        #expect(new.prefix(561).map(\.starredAt) == old.map(\.starredAt))
        #expect(new[599].starredAt == World.today)
        #expect(changed.starred(new[599].account).first?.repository.id == 64_778_136)
    }

    @Test func `stars come steadily, at first, lately, or in between`() {
        let shares = (0..<200).compactMap { world.account(id: world.notables.id(rank: $0)) }
            .compactMap { world.repository($0, 0) }
            .compactMap { repository -> Double? in
                let middle = world.stargazers(repository, offset: repository.stars / 2, limit: 1)
                let span = Double(World.today - repository.createdAt)
                return middle.first.map { Double($0.starredAt - repository.createdAt) / span }
            }
        #expect((20...80).contains(shares.count { $0 < 0.2 }))
        #expect((20...80).contains(shares.count { $0 > 0.8 }))
        #expect((60...140).contains(shares.count { (0.45...0.55).contains($0) }))
    }

    @Test func `paging reaches every entry once`() throws {
        let sandbox = TestSandbox(SandboxConfiguration(users: 3000, rateLimit: 100_000))
        let world = sandbox.service.state.withLock { $0.world }
        let fan = try #require(
            world.accounts(after: 0, limit: 1) { world.starred($0).count > 25 }.first)
        let someone = try #require(
            world.accounts(after: 0, limit: 1) { world.following($0).count > 9 }.first)
        for (target, key, total) in [
            ("/users/octocat/followers", "id", world.followerCount(583_231)),
            ("/users/\(someone.login)/following", "id", world.following(someone).count),
            ("/users/\(fan.login)/starred", "id", world.starred(fan).count),
            ("/repos/octocat/Hello-World/stargazers", "id", 93),
        ] {
            var next: String? = target + "?per_page=7"
            var found: [Int] = []
            while let page = next {
                let reply = sandbox.get(page)
                found += try #require(reply.json.arrayValue).compactMap { $0[key]?.intValue }
                let link = reply.header("Link") ?? ""
                next = link.firstMatch(of: /<([^>]*)>; rel="next"/).map {
                    String($0.1.dropFirst("http://sandbox.test".count))
                }
            }
            #expect(found.count == total, "\(target)")
            #expect(Set(found).count == total, "\(target)")
        }
    }

    @Test(arguments: [(3000, 0), (200_000_000, 400)])
    func `pages end where the list of stargazers ends`(users: Int, fullPages: Int) throws {
        let sandbox = TestSandbox(SandboxConfiguration(users: users, rateLimit: 100_000))
        let body = #"{"repo": "octocat/Hello-World", "stars": 1000000}"#
        #expect(sandbox.send("POST", "/_sandbox/mutate", body: body).status == 200)
        let repository = "/repos/octocat/Hello-World"
        #expect(try sandbox.json(repository)["stargazers_count"] == 1_000_000)
        let first = sandbox.get("\(repository)/stargazers?per_page=100")
        let last = try #require(
            first.header("Link")?.firstMatch(of: /[?&]page=([0-9]+)>; rel="last"/))
        let number = try #require(Int(last.1))
        #expect(fullPages == 0 ? number < 3 : number == fullPages)
        let page = sandbox.get("\(repository)/stargazers?per_page=100&page=\(number)")
        #expect(page.header("Link")?.contains("next") == false)
        let count = try #require(page.json.arrayValue?.count)
        #expect(fullPages == 0 ? (1...100).contains(count) : count == 100)
    }

    @Test func `a deleted account leaves the lists, and their numbers`() throws {
        let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 10_000))
        let star = try sandbox.json("/repos/octocat/Hello-World/stargazers?per_page=3")
        let login = try #require(star[1]?["login"]?.stringValue)
        let follower = try #require(
            sandbox.json("/users/octocat/followers?per_page=1")[0]?["login"]?.stringValue)
        for login in [login, follower] {
            let body = #"{"user": "\#(login)", "delete": true}"#
            #expect(sandbox.send("POST", "/_sandbox/mutate", body: body).status == 200)
        }
        let after = try sandbox.json("/repos/octocat/Hello-World/stargazers?per_page=3")
        #expect(after[0] == star[0] && after[1] == star[2])
        #expect(try sandbox.json("/repos/octocat/Hello-World")["stargazers_count"] == 2485)
        #expect(try sandbox.json("/users/octocat")["followers"] == 16_841)
    }
}
