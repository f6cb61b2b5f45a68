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

    /// Adds GitHub's own facts to the profile of an account that exists there.
    ///
    /// - Returns: false if the account does not, so that its facts must be generated.
    func describe(_ profile: inout Profile) -> Bool {
        switch account.id {
        case Special.octocat.account.id:
            profile.name = "The Octocat"
            profile.company = "@github"
            profile.blog = "https://github.blog"
            profile.location = "San Francisco"
            profile.gists = 8
            profile.following = 9
            profile.createdAt = World.day(2011, 1, 25) + 67_476
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

    /// The repositories of `octocat`, oldest first, with GitHub's ids.
    static let octocatRepositories:
        [(
            id: Int, name: String, description: String?, stars: Int, language: String?,
            license: String?, isFork: Bool
        )] = [
            (1_296_269, "Hello-World", "My first repository on GitHub!", 2486, nil, nil, false),
            (
                1_300_192, "Spoon-Knife", "This repo is for demonstration purposes only.", 12_310,
                "HTML", nil, false
            ), (17_881_631, "octocat.github.io", nil, 631, "CSS", nil, false),
            (
                18_221_276, "git-consortium", "This repo is for demonstration purposes only.", 402,
                nil, nil, false
            ), (20_978_623, "hello-worId", "My first repository on GitHub.", 587, nil, nil, false),
            (
                64_778_136, "linguist",
                "Language Savant. If your repository's language is being reported "
                    + "incorrectly, send us a pull request!", 561, "Ruby", "mit", true
            ), (64_778_137, "test-repo1", nil, 255, nil, nil, false),
            (132_935_648, "boysenberry-repo-1", "Testing", 310, nil, nil, true),
        ]
}
