import Testing

@testable import GitHubSandbox

/// The distribution of accounts and repositories, as on GitHub: a few have nearly everything.
@Suite struct DistributionTests {
    private let world = World(seed: 1, users: 200_000_000)

    /// Accounts from the whole range of ids, evenly spread.
    private var accounts: [Account] {
        stride(from: 1, to: 200_000_000, by: 150_011).compactMap { world.account(id: $0) }
    }

    private var notables: [Account] {
        (0..<world.notables.count).compactMap { world.account(id: world.notables.id(rank: $0)) }
    }

    private func share<Element>(_ all: [Element], where holds: (Element) -> Bool) -> Double {
        Double(all.count(where: holds)) / Double(all.count)
    }

    @Test func `a third of the accounts has no repository, and one in a hundred has a hundred`() {
        let counts = accounts.map { world.repositoryCount($0.id) }
        #expect((0.2...0.4).contains(share(counts) { $0 == 0 }))
        #expect((0.003...0.03).contains(share(counts) { $0 >= 100 }))
        #expect((1...6).contains(counts.sorted()[counts.count / 2]))
    }

    @Test func `repository counts go up to some thousands`() {
        let counts = notables.map { world.repositoryCount($0.id) }.sorted(by: >)
        #expect((2000...4096).contains(counts[0]))
        #expect((2...60).contains(counts.count { $0 >= 1000 }))
    }

    @Test func `most accounts have no followers, and the famous have most of them`() {
        let common = accounts.map { world.followerCount($0.id) }
        #expect((0.5...0.7).contains(share(common) { $0 == 0 }))
        let famous = notables.map { world.followerCount($0.id) }.sorted(by: >)
        let top = famous.prefix(famous.count / 10).reduce(0, +)
        #expect(Double(top) > 0.5 * Double(famous.reduce(0, +)))
    }

    @Test func `most repositories have no stars, and the famous have most of them`() {
        let common = accounts.prefix(300).flatMap { world.repositories($0) }.map(\.stars)
        #expect((0.75...0.95).contains(share(common) { $0 == 0 }))
        #expect((0.0005...0.05).contains(share(common) { $0 >= 50 }))
        let famous = notables.compactMap { world.repository($0, 0)?.stars }.sorted(by: >)
        let top = famous.prefix(famous.count / 10).reduce(0, +)
        #expect(Double(top) > 0.5 * Double(famous.reduce(0, +)))
        #expect(famous[0] > 300_000)
    }

    @Test func `forks, archives and nulls are as frequent as on GitHub`() {
        let all = accounts.prefix(300).flatMap { world.repositories($0) }
        #expect((0.15...0.4).contains(share(all) { $0.isFork }))
        #expect((0.02...0.1).contains(share(all) { $0.isArchived }))
        #expect((0.05...0.25).contains(share(all) { $0.language == nil }))
        #expect((0.2...0.5).contains(share(all) { $0.description == nil }))
        #expect((0.3...0.7).contains(share(all) { $0.license == nil }))
        #expect(Set(all.compactMap(\.language)).count > 20)
    }

    @Test func `names, places and descriptions use many scripts`() {
        let profiles = accounts.map { world.profile($0) }
        let texts = profiles.flatMap { [$0.name, $0.location, $0.biography] }.compactMap { $0 }
        let descriptions = accounts.prefix(100).flatMap { world.repositories($0) }
            .compactMap(\.description)
        for scalar in ["é", "東", "И", "ع", "🦊", "ש", "ส"] as [Unicode.Scalar] {
            #expect(texts.contains { $0.unicodeScalars.contains(scalar) }, "\(scalar)")
        }
        for scalar in ["🚀", "学", "Б", "Ü", "«", "\""] as [Unicode.Scalar] {
            #expect(descriptions.contains { $0.unicodeScalars.contains(scalar) }, "\(scalar)")
        }
        #expect((0.1...0.6).contains(share(profiles) { $0.name == nil }))
    }

    @Test func `gaps between ids vary in length`() {
        let ids = (1...2000).filter { world.account(id: $0) != nil }
        let steps = Set(zip(ids, ids.dropFirst()).map { $1 - $0 })
        #expect(steps.isSuperset(of: [1, 2, 3]))
    }
}
