/// A repository's latest release.
struct Release {
    let repository: Repository
    let author: Account
    /// Such as `v1.4.2`.
    let tag: String
    /// Nil or empty on many releases, as on GitHub.
    let name: String?
    let body: String?
    /// Seconds since 1970.
    let publishedAt: Int

    var id: Int { repository.id }
}

extension World {
    /// About half of the repositories with stars have a release; those of `octocat` have none.
    func latestRelease(_ repository: Repository) -> Release? {
        var draw = Draw(seed: seed, repository.id, .release)
        guard draw.oneIn(2), repository.owner.id != Special.octocat.account.id,
            // An organization's releases are made by the first who starred the repository.
            let fan = stargazers(repository, offset: 0, limit: 1).first?.account
        else { return nil }
        let version = "\(draw.below(6)).\(draw.below(15)).\(draw.below(9))"
        return Release(
            repository: repository,
            author: repository.owner.kind == .organization ? fan : repository.owner,
            tag: "v\(version)",
            name: draw.pick([nil, "", version, "\(repository.name) \(version)"]),
            body: draw.pick([nil, "", "## Changes\r\n\r\n- \(draw.pick(Vocabulary.sentences))\r\n"]
            ),
            publishedAt: repository.createdAt
                + Int(draw.fraction() * Double(World.today - repository.createdAt)))
    }
}
