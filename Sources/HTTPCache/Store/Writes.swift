/// The URLs that were written to lately. What was being read of one of them may be old: it is not stored, and no
/// later request waits for it. A plain value.
struct Writes: Sendable {
    private static let maximum = 1000

    private var generations: [String: UInt64] = [:]
    private var last: UInt64 = 0
    /// The generation of each URL that is not listed.
    private var others: UInt64 = 0

    /// A number that changes with each write to the URL.
    func generation(of url: String) -> UInt64 { generations[url] ?? others }

    mutating func note(_ url: String) {
        if generations.count >= Self.maximum { noteAny() }
        last += 1
        generations[url] = last
    }

    /// A URL was written to that is not known.
    mutating func noteAny() {
        last += 1
        generations = [:]
        others = last
    }
}
