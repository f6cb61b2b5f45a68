import LinuxSystem
import Testing

@testable import GitHubSandbox

/// Compares every qualifier of a search for repositories with all repositories of three owners.
@Suite struct RepositorySearchTests {
    private static let world = World(seed: 1, users: 2000)
    private static let index = SearchIndex(world)
    private static let owners = ["octocat", "github", "exactly-250"]
    private static let all = owners.compactMap { world.account(login: $0) }
        .flatMap { world.repositories($0) }
    private static let scope = owners.map { "user:\($0)" }.joined(separator: " ")

    private static let members: [String: @Sendable (Repository) -> Int] = [
        "stars": { $0.stars },
        "forks": { $0.forks },
        "size": { $0.size },
        "followers": { $0.subscribers },
        "topics": { $0.topics.count },
        "good-first-issues": { $0.goodFirstIssues },
        "help-wanted-issues": { $0.helpWantedIssues },
        "created": { $0.createdAt },
        "pushed": { $0.pushedAt },
    ]

    private func found(_ query: String, reader: String? = nil) -> [Repository] {
        let (world, index) = (RepositorySearchTests.world, RepositorySearchTests.index)
        let query = SearchQuery(query, known: RepositorySearch.qualifiers, reader: reader)
        return RepositorySearch(query: query, world: world, index: index)
            .results(sort: nil, ascends: false)
    }

    private func check(
        _ query: String, forks: String = " fork:true", isEmpty: Bool = false,
        _ holds: (Repository) -> Bool
    ) {
        let expected = RepositorySearchTests.all.filter(holds).map(\.fullName)
        let names = found("\(RepositorySearchTests.scope) \(query)\(forks)").map(\.fullName)
        #expect(Set(names) == Set(expected) && names.count == expected.count, "\(query)")
        #expect(expected.isEmpty == isEmpty, "\(query): \(expected.count)")
    }

    /// A query for each qualifier, and the repositories that it must find, forks included.
    private static let each: [String: (query: String, holds: @Sendable (Repository) -> Bool)] = [
        "archived": ("archived:true", { $0.isArchived }),
        "created": ("created:>=2018-01-01", { $0.createdAt >= 1_514_764_800 }),
        "followers": ("followers:>1", { $0.subscribers > 1 }),
        "fork": ("fork:only", { $0.isFork }),
        "forks": ("forks:1..3", { (1...3).contains($0.forks) }),
        "good-first-issues": ("good-first-issues:>0", { $0.goodFirstIssues > 0 }),
        "has": ("-has:funding-file", { _ in true }),
        "help-wanted-issues": ("help-wanted-issues:>0", { $0.helpWantedIssues > 0 }),
        "in": ("hello in:name", { $0.name.lowercased().contains("hello") }),
        "is": ("is:public", { _ in true }),
        "language": ("language:PYTHON", { $0.language == "Python" }),
        "license": ("license:mit", { $0.license?.key == "mit" }),
        "mirror": ("mirror:false", { _ in true }),
        "org": ("-org:GitHub", { $0.owner.login != "github" }),
        "pushed": ("pushed:<2020-01-01", { $0.pushedAt < 1_577_836_800 }),
        "repo": ("-repo:octocat/hello-world", { $0.fullName != "octocat/Hello-World" }),
        "size": ("size:<100", { $0.size < 100 }),
        "stars": ("stars:>=1", { $0.stars >= 1 }),
        "template": ("template:true", { $0.isTemplate }),
        "topic": ("-topic:cli", { !$0.topics.contains("cli") }),
        "topics": ("topics:>1", { $0.topics.count > 1 }),
        "user": ("-user:Octocat", { $0.owner.login != "octocat" }),
        "visibility": ("visibility:public", { _ in true }),
    ]

    @Test func `each qualifier finds exactly the repositories that it describes`() {
        #expect(Set(RepositorySearchTests.each.keys) == RepositorySearch.qualifiers)
        for (name, (query, holds)) in RepositorySearchTests.each {
            check(query, forks: name == "fork" ? "" : " fork:true", holds)
        }
        check("visibility:private", isEmpty: true) { _ in false }
    }

    @Test(arguments: [true, false])
    func `each order contains all repositories`(ascends: Bool) {
        let orders: [(String, (Repository) -> Int)] = [
            ("stars", { $0.stars }), ("forks", { $0.forks }), ("updated", { $0.updatedAt }),
            ("help-wanted-issues", { $0.helpWantedIssues }),
        ]
        for (sort, key) in orders {
            let query = SearchQuery(
                "\(RepositorySearchTests.scope) fork:true", known: RepositorySearch.qualifiers)
            let (world, index) = (RepositorySearchTests.world, RepositorySearchTests.index)
            let found = RepositorySearch(query: query, world: world, index: index)
                .results(sort: sort, ascends: ascends).map(key)
            let all = RepositorySearchTests.all.map(key).sorted()
            #expect(found == (ascends ? all : all.reversed()), "\(sort)")
        }
    }

    @Test func `forks are excluded by default`() {
        check("", forks: "") { !$0.isFork }
        check("fork:true", forks: "") { _ in true }
        check("fork:only", forks: "") { $0.isFork }
        check("fork:false", forks: "") { !$0.isFork }
    }

    @Test
    func `words are searched for in name, description and topics, or where in: says`() {
        func has(_ text: String?, _ word: String) -> Bool {
            text?.lowercased().contains(word) ?? false
        }
        func topics(_ repository: Repository, _ word: String) -> Bool {
            repository.topics.contains { $0.contains(word) }
        }
        check("ta") { has($0.name, "ta") || has($0.description, "ta") || topics($0, "ta") }
        check("ta in:name") { has($0.name, "ta") }
        check("ta in:description") { has($0.description, "ta") }
        check("in in:topics") { topics($0, "in") }
        check("ta in:name,description") { has($0.name, "ta") || has($0.description, "ta") }
        check("ta in:readme") { has($0.name, "ta") || has($0.description, "ta") }
        check("NOT ta in:name") { !has($0.name, "ta") }
        check("ta NOT a in:description", isEmpty: true) { _ in false }
        check("hello OR spoon in:name") { has($0.name, "hello") || has($0.name, "spoon") }
        check("color:red", isEmpty: true) { _ in false }
    }

    @Test func `a repository and an owner are found by name`() {
        #expect(found("repo:octocat/Hello-World").map(\.fullName) == ["octocat/Hello-World"])
        #expect(found("repo:octocat/hello-world repo:nobody/x").map(\.id) == [1_296_269])
        #expect(
            Set(found("user:@me fork:true", reader: "octocat").map(\.owner.login)) == ["octocat"])
        let both = found("repo:github/x user:octocat fork:true")
        #expect(both.count == 8)
        check("-repo:octocat/Hello-World") { $0.fullName != "octocat/Hello-World" }
        check("-user:octocat") { $0.owner.login != "octocat" }
        #expect(found("org:github fork:true").count == 512)
    }

    @Test(arguments: [
        "stars", "forks", "size", "followers", "topics", "good-first-issues", "help-wanted-issues",
    ])
    func `a range of numbers includes its bounds`(name: String) throws {
        let member = try #require(RepositorySearchTests.members[name])
        check("\(name):>0") { member($0) > 0 }
        check("\(name):>=1") { member($0) >= 1 }
        check("\(name):<1") { member($0) < 1 }
        check("\(name):0") { member($0) == 0 }
        check("\(name):1..2") { (1...2).contains(member($0)) }
        check("\(name):1..*") { member($0) >= 1 }
        check("-\(name):0") { member($0) != 0 }
    }

    @Test(arguments: ["created", "pushed"])
    func `times are compared to the second`(name: String) throws {
        let member = try #require(RepositorySearchTests.members[name])
        let all = RepositorySearchTests.all.map(member).sorted()
        let middle = all[all.count / 2]
        let (text, start) = (UTCDate(secondsSince1970: middle).text, middle - middle % 86400)
        check("\(name):\(text.prefix(10))") {
            (start..<start + 86400).contains(member($0))
        }
        check("\(name):>\(text)") { member($0) > middle }
        check("\(name):<\(text)") { member($0) < middle }
        check("\(name):\(text)") { member($0) == middle }
    }

    @Test func `language, license and topic filter the results`() throws {
        check("language:python") { $0.language == "Python" }
        check("language:python language:go") { ["Python", "Go"].contains($0.language) }
        check("-language:python") { $0.language != "Python" }
        check("license:mit") { $0.license?.key == "mit" }
        check("license:mit license:apache-2.0") {
            ["mit", "apache-2.0"].contains($0.license?.key)
        }
        let topic = try #require(RepositorySearchTests.all.compactMap(\.topics.first).first)
        check("topic:\(topic)") { $0.topics.contains(topic) }
        check("-topic:\(topic)") { !$0.topics.contains(topic) }
    }

    @Test func `flags filter the results`() {
        check("archived:true") { $0.isArchived }
        check("archived:false") { !$0.isArchived }
        check("template:true") { $0.isTemplate }
        check("template:false") { !$0.isTemplate }
        check("mirror:true", isEmpty: true) { _ in false }
        check("mirror:false") { _ in true }
        check("is:public") { _ in true }
        check("-is:public", isEmpty: true) { _ in false }
        for query in ["is:private", "is:internal", "is:sponsorable", "has:funding-file"] {
            check(query, isEmpty: true) { _ in false }
        }
    }
}
