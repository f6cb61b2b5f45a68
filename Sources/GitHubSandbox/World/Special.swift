/// The accounts that every world has, at the same ids.
///
/// `octocat` and `github` exist on GitHub. The accounts named `exactly-N` have N repositories, so
/// that their lists fill whole pages (100, 200, 300, 1000) or end with half a page (250);
/// `no-repositories` has none.
struct Special: Sendable {
    let account: Account
    /// Overrides the number that would be generated.
    let repositories: Int
    let followers: Int

    static let octocat = Special(
        account: Account(id: 583_231, login: "octocat", kind: .user), repositories: 8,
        followers: 16_842)
    /// In seconds since 1970.
    static let octocatCreation = World.day(2011, 1, 25) + 67_476
    static let github = Special(
        account: Account(id: 9919, login: "github", kind: .organization), repositories: 512,
        followers: 45_190)

    static let all: [Special] =
        [octocat, github]
        + [(10_000, 0), (10_100, 100), (10_200, 200), (10_250, 250), (10_300, 300), (11_000, 1000)]
        .map { id, count in
            let login = count == 0 ? "no-repositories" : "exactly-\(count)"
            return Special(
                account: Account(id: id, login: login, kind: .user), repositories: count,
                followers: count)
        }

    static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.account.id, $0) })
    static let byLogin = Dictionary(uniqueKeysWithValues: all.map { ($0.account.login, $0) })

    /// Adds GitHub's own facts to the profile of an account that exists there. Returns false if it does
    /// not, so that its facts must be generated.
    func describe(_ profile: inout Profile) -> Bool {
        switch account.id {
        case Special.octocat.account.id:
            profile.name = "The Octocat"
            profile.company = "@github"
            profile.blog = "https://github.blog"
            profile.location = "San Francisco"
            profile.gists = 8
            profile.createdAt = Special.octocatCreation
            profile.updatedAt = World.day(2025, 11, 22) + 41_045
        case Special.github.account.id:
            profile.name = "GitHub"
            profile.blog = "https://github.com/about"
            profile.location = "San Francisco, CA"
            profile.biography = "How people build software."
            profile.createdAt = World.day(2008, 5, 11) + 16_651
            profile.updatedAt = World.day(2025, 10, 14) + 60_000
        default: return false
        }
        return true
    }

    /// A repository that an account has on GitHub.
    struct KnownRepository {
        let id: Int
        let name: String
        var description: String?
        let stars: Int
        var language: String?
        var license: String?
        var isFork = false
    }

    /// The repositories of `octocat`, oldest first, with GitHub's ids.
    static let octocatRepositories: [KnownRepository] = [
        KnownRepository(
            id: 1_296_269, name: "Hello-World", description: "My first repository on GitHub!",
            stars: 2486),
        KnownRepository(
            id: 1_300_192, name: "Spoon-Knife",
            description: "This repo is for demonstration purposes only.", stars: 12_310,
            language: "HTML"),
        KnownRepository(id: 17_881_631, name: "octocat.github.io", stars: 631, language: "CSS"),
        KnownRepository(
            id: 18_221_276, name: "git-consortium",
            description: "This repo is for demonstration purposes only.", stars: 402),
        KnownRepository(
            id: 20_978_623, name: "hello-worId", description: "My first repository on GitHub.",
            stars: 587),
        KnownRepository(
            id: 64_778_136, name: "linguist",
            description: "Language Savant. If your repository's language is being reported "
                + "incorrectly, send us a pull request!",
            stars: 561, language: "Ruby", license: "mit", isFork: true),
        KnownRepository(id: 64_778_137, name: "test-repo1", stars: 255),
        KnownRepository(
            id: 132_935_648, name: "boysenberry-repo-1", description: "Testing", stars: 310,
            isFork: true),
    ]
}
