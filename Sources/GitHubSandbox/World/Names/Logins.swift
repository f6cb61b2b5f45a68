/// Generates logins that look natural and encode their id.
///
/// An id is permuted, then written as one of 4,096 pairs of words and a number. Decoding tries no
/// alternatives: the words and the number give the id, and the caller compares this id's login.
struct Logins: Sendable {
    private static let pairs = Vocabulary.pairs(Vocabulary.animals)

    private let seed: UInt64
    private let shuffle: Permutation

    init(seed: UInt64) {
        self.seed = seed
        shuffle = Permutation(seed: seed)
    }

    /// The login of `id`: letters, digits and hyphens, at most 39; a bot's ends in `[bot]`.
    func login(_ id: Int, _ kind: Account.Kind) -> String {
        let code = shuffle.forward(UInt32(truncatingIfNeeded: id))
        let first = Vocabulary.first[Int(code & 4095) / 64]
        let animal = Vocabulary.animals[Int(code & 63)]
        let number = code >> 12 == 0 ? "" : "\(code >> 12)"
        var draw = Draw(seed: seed, id, .login)
        let base =
            switch draw.below(4) {
            case 0: "\(first)\(animal)\(number)"
            case 1: "\(first)-\(animal)\(number)"
            case 2: "\(Vocabulary.capital(first))\(Vocabulary.capital(animal))\(number)"
            default: number.isEmpty ? "\(first)-\(animal)" : "\(first)-\(animal)-\(number)"
            }
        switch kind {
        case .user: return base
        case .organization: return "\(base)-\(draw.pick(Vocabulary.organizationEndings))"
        case .bot: return "\(base)[bot]"
        }
    }

    /// The only id whose login can be `login`, which must be in lower case.
    func id(_ login: String) -> Int? {
        var rest = Substring(login)
        if rest.hasSuffix("[bot]") { rest.removeLast(5) }
        for ending in Vocabulary.organizationEndings where rest.hasSuffix("-" + ending) {
            rest.removeLast(ending.count + 1)
            break
        }
        let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard digits <= 7, let number = digits == 0 ? 0 : UInt32(rest.suffix(digits)),
            number < 1 << 20
        else { return nil }
        let words = String(rest.dropLast(digits).filter { $0 != "-" })
        guard let pair = Logins.pairs[words] else { return nil }
        return Int(shuffle.backward(number << 12 | UInt32(pair)))
    }
}
