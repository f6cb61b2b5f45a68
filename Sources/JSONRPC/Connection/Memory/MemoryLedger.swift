/// How much of a ``MemoryBudget`` each connection holds.
///
/// This is a plain value: it wakes nobody and closes nothing. An eighth of the memory is kept free
/// for each purpose, so that none can take everything from the others.
struct MemoryLedger: Sendable {
    /// What one connection holds, in bytes. Small amounts count as nothing.
    struct Share: Hashable, Sendable {
        /// Input that was read and not answered, including ``unfinished``.
        var input = 0
        /// The part of a frame that has arrived, if the rest must come from the client.
        var unfinished = 0
        /// Results that the client has not read.
        var unread = 0
        /// The results that running calls will have.
        var expected = 0
        /// Whether requests wait until there is room for their results.
        var isHeldBack = false
    }

    /// What there is no room for.
    struct Shortage: OptionSet, Sendable {
        let rawValue: UInt8

        static let input = Shortage(rawValue: 1)
        /// More results, until calls end or clients read.
        static let output = Shortage(rawValue: 2)
        /// More results, until clients read.
        static let unread = Shortage(rawValue: 4)
    }

    private let maximum: Int
    private var shares: [ObjectIdentifier: Share] = [:]
    private var input = 0
    private var unread = 0
    private var expected = 0
    private var bodies = 0

    init(maximum: Int) {
        self.maximum = maximum
    }

    var shortage: Shortage {
        var shortage: Shortage = []
        if input >= room(beside: bodies, unread + expected) { shortage.insert(.input) }
        let outputRoom = room(beside: bodies, input)
        if unread + expected >= outputRoom { shortage.insert(.output) }
        if unread >= outputRoom { shortage.insert(.unread) }
        return shortage
    }

    /// Records what a connection holds now.
    mutating func set(_ share: Share, of holder: ObjectIdentifier) {
        let former = shares[holder] ?? Share()
        shares[holder] = share == Share() ? nil : share
        input += share.input - former.input
        unread += share.unread - former.unread
        expected += share.expected - former.expected
    }

    /// Takes room for bodies, or returns it if `change` is negative.
    ///
    /// - Returns: false if there is no room; nothing is taken then.
    mutating func changeBodies(by change: Int) -> Bool {
        guard change <= 0 || bodies + change <= room(beside: input, unread + expected) else {
            return false
        }
        bodies += change
        return true
    }

    /// The holder of the largest unfinished frame, which must be closed because there is no room
    /// for more input. Its frame no longer counts.
    ///
    /// Nothing else is waited for: an unfinished frame and an unread result may stay for ever.
    mutating func evict() -> ObjectIdentifier? {
        guard shortage.contains(.input),
            let (holder, share) = shares.max(by: { $0.value.unfinished < $1.value.unfinished }),
            share.unfinished > 0
        else { return nil }
        var rest = share
        rest.input -= share.unfinished
        rest.unfinished = 0
        set(rest, of: holder)
        return holder
    }

    private func room(beside one: Int, _ other: Int) -> Int {
        let least = maximum / 8
        return max(maximum - max(one, least) - max(other, least), least)
    }
}
