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

    /// Replaces generated parts of the profile by GitHub's.
    func complete(_ profile: inout Profile) {
        switch account.id {
        case Special.octocat.account.id:
            profile.name = "The Octocat"
            profile.company = "@github"
            profile.blog = "https://github.blog"
            profile.location = "San Francisco"
            profile.biography = nil
            profile.hireable = nil
            profile.twitter = nil
            profile.gists = 8
            profile.following = 9
            profile.createdAt = World.day(2011, 1, 25) + 67_476
            profile.updatedAt = World.day(2025, 11, 22) + 41_045
        case Special.github.account.id:
            profile.name = "GitHub"
            profile.company = nil
            profile.blog = "https://github.com/about"
            profile.location = "San Francisco, CA"
            profile.biography = "How people build software."
            profile.twitter = nil
            profile.gists = 0
            profile.following = 0
            profile.createdAt = World.day(2008, 5, 11) + 16_651
            profile.updatedAt = World.day(2025, 10, 14) + 60_000
        default:
            break
        }
    }

    /// The repositories of `octocat`, oldest first, with GitHub's ids.
    static let octocatRepositories: [OctocatRepository] = [
        OctocatRepository(1_296_269, "Hello-World", "My first repository on GitHub!", 2486),
        OctocatRepository(
            1_300_192, "Spoon-Knife", "This repo is for demonstration purposes only.", 12_310,
            "HTML"),
        OctocatRepository(17_881_631, "octocat.github.io", nil, 631, "CSS"),
        OctocatRepository(
            18_221_276, "git-consortium", "This repo is for demonstration purposes only.", 402),
        OctocatRepository(20_978_623, "hello-worId", "My first repository on GitHub.", 587),
        OctocatRepository(
            64_778_136, "linguist",
            "Language Savant. If your repository's language is being reported "
                + "incorrectly, send us a pull request!", 561, "Ruby", license: "mit", isFork: true),
        OctocatRepository(64_778_137, "test-repo1", nil, 255),
        OctocatRepository(132_935_648, "boysenberry-repo-1", "Testing", 310, isFork: true),
    ]
}
