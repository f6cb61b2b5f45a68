/// The names of one owner's repositories: each index has one name, each name at most one index.
struct RepositoryNames {
    private static let pairs = Vocabulary.pairs(Vocabulary.things)
    /// The prefix of the names of added repositories, which sorts them behind all others, so that
    /// earlier pages do not change.
    private static let gained = "zz-gained-"

    private let seed: UInt64
    private let owner: Int
    /// The number of the owner's repositories without added ones.
    private let count: Int
    private let shuffle: SmallPermutation

    init(seed: UInt64, owner: Int, count: Int) {
        self.seed = seed
        self.owner = owner
        self.count = count
        shuffle = SmallPermutation(count: 4096, seed: seed &+ UInt64(owner) &* 31)
    }

    func name(_ index: Int) -> String {
        if owner == Special.octocat.account.id { return Special.octocatRepositories[index].name }
        guard index < count else { return "\(RepositoryNames.gained)\(index)" }
        let pair = shuffle.forward(index)
        let (first, thing) = (Vocabulary.first[pair / 64], Vocabulary.things[pair % 64])
        var draw = Draw(seed: seed &+ UInt64(owner), index, .login)
        switch draw.below(6) {
        case 0: return "\(first)_\(thing)"
        case 1: return "\(first).\(thing)"
        case 2: return first + thing
        case 3: return "\(Vocabulary.capital(first))-\(thing)"
        default: return "\(first)-\(thing)"
        }
    }

    /// The index of `name`, in any case, or nil if it has none.
    func index(_ name: String) -> Int? {
        let asked = name.lowercased()
        if owner == Special.octocat.account.id {
            return Special.octocatRepositories.firstIndex { $0.name.lowercased() == asked }
        }
        let words = asked.filter { $0 != "-" && $0 != "_" && $0 != "." }
        let index =
            asked.hasPrefix(RepositoryNames.gained)
            ? Int(asked.dropFirst(RepositoryNames.gained.count)).flatMap { $0 < count ? nil : $0 }
            : RepositoryNames.pairs[words].map(shuffle.backward).flatMap { $0 < count ? $0 : nil }
        return index.flatMap { self.name($0).lowercased() == asked ? $0 : nil }
    }
}
