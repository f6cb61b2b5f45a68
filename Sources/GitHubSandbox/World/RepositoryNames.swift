/// The names of one owner's repositories: each index has one name, each name at most one index.
struct RepositoryNames {
    private static let pairs: [String: Int] = {
        var pairs: [String: Int] = [:]
        for (high, first) in Vocabulary.first.enumerated() {
            for (low, thing) in Vocabulary.things.enumerated() {
                pairs[first + thing] = high * 64 + low
            }
        }
        return pairs
    }()

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
        case 3: return first.prefix(1).uppercased() + first.dropFirst() + "-" + thing
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
