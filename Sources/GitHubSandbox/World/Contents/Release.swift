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
}

extension World {
    /// About half of the repositories with stars have a release, whatever their present number of
    /// stars; those of `octocat` have none.
    func latestRelease(_ repository: Repository) -> Release? {
        let (owner, index) = (repository.owner, repository.index)
        var draw = Draw(seed: seed, repository.id, .release)
        guard draw.oneIn(2), owner.id != Special.octocat.account.id,
            generatedStars(owner.id, index) > 0
        else { return nil }
        // An organization's releases are made by the first who starred the repository.
        let fan =
            owner.kind == .organization
            ? members(generatedStarCrowd(owner.id, index), offset: 0, limit: 1).first : nil
        let version = "\(draw.below(6)).\(draw.below(15)).\(draw.below(9))"
        return Release(
            repository: repository,
            author: fan?.account ?? owner,
            tag: "v\(version)",
            name: draw.pick([nil, "", version, "\(repository.name) \(version)"]),
            body: draw.pick([nil, "", "## Changes\r\n\r\n- \(draw.pick(Vocabulary.sentences))\r\n"]
            ),
            publishedAt: repository.createdAt
                + Int(draw.fraction() * Double(World.today - repository.createdAt)))
    }
}
