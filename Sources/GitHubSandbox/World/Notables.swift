/// The accounts in the tails of the distributions, by rank.
///
/// The ids are divided into equal blocks, and each block has one notable account. Two permutations
/// of the blocks give the ranks: one by followers and stars, one by number of repositories.
struct Notables: Sendable {
    let count: Int
    private let seed: UInt64
    private let blockSize: Int
    private let byFame: SmallPermutation
    private let byRepositories: SmallPermutation

    init(seed: UInt64, users: Int) {
        var count = 4096
        while count > 1 && users / count < 32 { count /= 2 }
        self.count = count
        self.seed = seed
        blockSize = max(users / count, 1)
        byFame = SmallPermutation(count: count, seed: seed &+ 11)
        byRepositories = SmallPermutation(count: count, seed: seed &+ 23)
    }

    /// The account's rank by fame, from 0, or nil if it is not notable.
    func rank(of id: Int) -> Int? {
        block(id).map(byFame.forward)
    }

    /// The account's rank by number of repositories, from 0.
    func repositoryRank(of id: Int) -> Int? {
        block(id).map(byRepositories.forward)
    }

    func id(rank: Int) -> Int {
        id(block: byFame.backward(rank))
    }

    private func block(_ id: Int) -> Int? {
        let block = (id - 1) / blockSize
        return block < count && self.id(block: block) == id ? block : nil
    }

    private func id(block: Int) -> Int {
        var draw = Draw(seed: seed, block, .notable)
        return block * blockSize + 1 + draw.below(blockSize)
    }
}
