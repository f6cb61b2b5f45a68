/// The names of one owner's repositories: each index has one name, each name at most one index.
struct RepositoryNames {
    private static let pairs = Vocabulary.pairs(Vocabulary.things)

    private let seed: UInt64
    private let owner: Int
    private let shuffle: SmallPermutation

    init(seed: UInt64, owner: Int) {
        self.seed = seed
        self.owner = owner
        shuffle = SmallPermutation(count: 4096, seed: seed &+ UInt64(owner) &* 31)
    }

    func name(_ index: Int) -> String {
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
        let words = asked.filter { $0 != "-" && $0 != "_" && $0 != "." }
        guard let pair = RepositoryNames.pairs[words] else { return nil }
        let index = shuffle.backward(pair)
        return self.name(index).lowercased() == asked ? index : nil
    }
}
