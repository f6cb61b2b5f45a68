import LinuxSystem
import Testing

@testable import GitHubSandbox

/// Compares every qualifier of a search for users with the complete list of a small world.
@Suite struct AccountSearchTests {
    private static let world = World(seed: 1, users: 300)
    private static let index = SearchIndex(world)
    private static let everybody = world.accounts(after: 0, limit: 1000) { _ in true }
        .map { world.profile($0) }

    private static let members: [String: @Sendable (Profile) -> Int] = [
        "repos": { $0.repositories },
        "followers": { $0.followers },
    ]

    private func found(_ query: String, reader: String? = nil) -> Set<String> {
        let (world, index) = (AccountSearchTests.world, AccountSearchTests.index)
        let query = SearchQuery(query, known: AccountSearch.qualifiers, reader: reader)
        let search = AccountSearch(query: query, world: world, index: index)
        return Set(search.results(sort: nil, ascends: false).map(\.account.login))
    }

    private func check(_ query: String, isEmpty: Bool = false, _ holds: (Profile) -> Bool) {
        let expected = Set(AccountSearchTests.everybody.filter(holds).map(\.account.login))
        let found = found(query)
        #expect(found == expected, "\(query)")
        #expect(expected.isEmpty == isEmpty, "\(query): \(expected.count)")
    }

    /// A query for each qualifier, and the users that it must find.
    private static let each: [String: (query: String, holds: @Sendable (Profile) -> Bool)] = [
        "created": ("created:<2015-01-01", { $0.createdAt < 1_420_070_400 }),
        "followers": ("followers:2..9", { (2...9).contains($0.followers) }),
        "fullname": (#"fullname:"the octocat""#, { $0.name == "The Octocat" }),
        "in": ("octo in:login", { $0.account.login.lowercased().contains("octo") }),
        "is": ("-is:sponsorable", { _ in true }),
        "language": ("language:Python", { $0.mainLanguage == "Python" }),
        "location": ("location:iceland", { $0.location?.hasSuffix("Iceland") ?? false }),
        "org": ("org:GitHub", { $0.account.login == "github" }),
        "repos": ("repos:>=250", { $0.repositories >= 250 }),
        "type": ("type:org", { $0.account.kind == .organization }),
        "user": ("user:Octocat", { $0.account.login == "octocat" }),
    ]

    @Test func `each qualifier finds exactly the accounts that it describes`() {
        #expect(Set(AccountSearchTests.each.keys) == AccountSearch.qualifiers)
        for (query, holds) in AccountSearchTests.each.values { check(query, holds) }
    }

    @Test(arguments: [true, false])
    func `each order contains all accounts`(ascends: Bool) {
        let orders: [(String?, (Profile) -> Int)] = [
            ("followers", { $0.followers }), ("repositories", { $0.repositories }),
            ("joined", { $0.createdAt }),
        ]
        for (sort, key) in orders {
            let query = SearchQuery("", known: AccountSearch.qualifiers)
            let (world, index) = (AccountSearchTests.world, AccountSearchTests.index)
            let found = AccountSearch(query: query, world: world, index: index)
                .results(sort: sort, ascends: ascends).map(key)
            let all = AccountSearchTests.everybody.map(key).sorted()
            #expect(found == (ascends ? all : all.reversed()), "\(sort ?? "")")
        }
    }

    @Test func `the world is complete`() {
        check("") { _ in true }
    }

    @Test func `words are searched for in login and name, or where in: says`() {
        func has(_ text: String?, _ word: String) -> Bool {
            text?.lowercased().contains(word) ?? false
        }
        check("an") { has($0.account.login, "an") || has($0.name, "an") }
        check("an in:login") { has($0.account.login, "an") }
        check("an in:name") { has($0.name, "an") }
        check("an in:login,name") { has($0.account.login, "an") || has($0.name, "an") }
        check("an in:login in:name") { has($0.account.login, "an") || has($0.name, "an") }
        check("an in:email", isEmpty: true) { _ in false }
        check("an NOT ar in:login") { has($0.account.login, "an") && !has($0.account.login, "ar") }
        check("an -ar in:login") { has($0.account.login, "an") && !has($0.account.login, "ar") }
        check("an AND o in:login") { has($0.account.login, "an") && has($0.account.login, "o") }
        check("an OR ar in:login") { has($0.account.login, "an") || has($0.account.login, "ar") }
        check("\"the octo\"") { has($0.name, "the octo") }
        check("\"NOT\" in:login", isEmpty: true) { has($0.account.login, "not") }
        check("stars:>5", isEmpty: true) { _ in false }
    }

    @Test func `type selects people or organizations`() {
        check("type:user") { $0.account.kind == .user }
        check("type:org") { $0.account.kind == .organization }
        check("-type:org") { $0.account.kind != .organization }
    }

    @Test func `accounts are found by their names`() throws {
        check("user:octocat") { $0.account.login == "octocat" }
        check("org:github") { $0.account.login == "github" }
        check("user:octocat org:github") { ["octocat", "github"].contains($0.account.login) }
        check("-user:octocat") { $0.account.login != "octocat" }
        check("fullname:\"the octocat\"") { $0.name == "The Octocat" }
        #expect(found("user:@me", reader: "octocat") == ["octocat"])
        #expect(found("user:@me").isEmpty)
    }

    @Test(arguments: ["repos", "followers"])
    func `a range of numbers includes its bounds`(name: String) throws {
        let member = try #require(AccountSearchTests.members[name])
        check("\(name):>3") { member($0) > 3 }
        check("\(name):>=3") { member($0) >= 3 }
        check("\(name):<3") { member($0) < 3 }
        check("\(name):<=3") { member($0) <= 3 }
        check("\(name):0") { member($0) == 0 }
        check("\(name):1..20") { (1...20).contains(member($0)) }
        check("\(name):2..*") { member($0) >= 2 }
        check("\(name):*..2") { member($0) <= 2 }
        check("-\(name):0") { member($0) != 0 }
        check("\(name):x", isEmpty: true) { _ in false }
    }

    @Test func `location and language filter the results`() {
        check("location:berlin") { $0.location?.lowercased().contains("berlin") ?? false }
        check("location:\"san francisco\"") { $0.location?.hasPrefix("San Francisco") ?? false }
        check("language:python") { $0.mainLanguage == "Python" }
        check("language:python language:go") { ["Python", "Go"].contains($0.mainLanguage) }
        check("-language:python") { $0.mainLanguage != "Python" }
        check("is:sponsorable", isEmpty: true) { _ in false }
        check("-is:sponsorable") { _ in true }
    }

    @Test func `times are compared to the second`() throws {
        let all = AccountSearchTests.everybody.map(\.createdAt).sorted()
        let middle = all[all.count / 2]
        let text = UTCDate(secondsSince1970: middle).text
        let day = text.prefix(10)
        let start = middle - middle % 86400
        check("created:\(day)") { (start..<start + 86400).contains($0.createdAt) }
        check("created:>\(day)") { $0.createdAt >= start + 86400 }
        check("created:>=\(day)") { $0.createdAt >= start }
        check("created:<\(day)") { $0.createdAt < start }
        check("created:<=\(day)") { $0.createdAt < start + 86400 }
        check("created:\(text)") { $0.createdAt == middle }
        check("created:>\(text)") { $0.createdAt > middle }
        check("created:<\(text)") { $0.createdAt < middle }
        check("created:*..\(text)") { $0.createdAt <= middle }
        check("created:\(text)..*") { $0.createdAt >= middle }
        let west = UTCDate(secondsSince1970: middle - 7 * 3600 - 15 * 60).text.dropLast()
        check("created:>=\(west)-07:15") { $0.createdAt >= middle }
        let east = UTCDate(secondsSince1970: middle + 3600).text.dropLast()
        check("created:>=\(east)+0100") { $0.createdAt >= middle }
        let minute = middle - middle % 60
        check("created:\(text.prefix(16))Z") { (minute..<minute + 60).contains($0.createdAt) }
        check("created:\(text.prefix(13))") {
            (middle - middle % 3600..<middle - middle % 3600 + 3600).contains($0.createdAt)
        }
        check("created:2011-02-30T99:00:00Z", isEmpty: true) { _ in false }
    }
}
