/// What one stream of numbers decides about a repository, up to the number of its stars.
struct RepositoryTraits {
    private static let flagshipStars = Curve(points: [
        (0, 420_000), (0.001, 150_000), (0.01, 45_000), (0.1, 9000), (0.5, 1500), (1, 500),
    ])
    /// In thousandths of the flagship's.
    private static let notableStars = Curve(points: [
        (0, 0), (0.5, 0), (0.8, 4), (0.95, 30), (0.99, 150), (1, 300),
    ])
    private static let commonStars = Curve(points: [
        (0, 0), (0.62, 0), (0.85, 1), (0.95, 6), (0.99, 45), (0.999, 300), (1, 480),
    ])

    let isFork: Bool
    let description: String?
    let language: String?
    let license: License?
    /// Nil if there is none, false if it is empty.
    let hasHomepage: Bool?
    let topics: [String]
    let stars: Int
    /// The rest of the stream.
    let draw: Draw

    init(_ world: World, _ owner: Int, _ index: Int) {
        var draw = Draw(seed: world.seed, World.repositoryID(owner, index), .repository)
        let rank = world.notables.rank(of: owner)
        // The first repository of a notable account is the one that others fork.
        isFork = draw.oneIn(4) && (index > 0 || rank == nil)
        description = draw.oneIn(3) ? nil : draw.pick(Vocabulary.descriptions)
        language =
            draw.oneIn(8)
            ? nil : draw.oneIn(2) ? world.mainLanguage(owner) : world.language(&draw)
        license = draw.oneIn(2) ? draw.pick(Vocabulary.licenses) : nil
        hasHomepage = draw.oneIn(3) ? !draw.oneIn(2) : nil
        let firstTopic = draw.below(Vocabulary.topics.count)
        let count = draw.oneIn(4) ? draw.below(5) : 0
        topics = (0..<count).map {
            Vocabulary.topics[(firstTopic + $0) % Vocabulary.topics.count]
        }
        let fraction = draw.fraction()
        self.draw = draw
        guard let rank, !isFork else {
            stars = RepositoryTraits.commonStars.value(at: fraction) / (isFork ? 4 : 1)
            return
        }
        let most = RepositoryTraits.flagshipStars.value(
            at: Double(rank) / Double(world.notables.count))
        stars =
            index == 0 ? most : most * RepositoryTraits.notableStars.value(at: fraction) / 1000
    }
}
