import Testing

@testable import JSONRPC

/// The decisions of a ledger of 800 bytes, of which 100 are reserved for each purpose.
@Suite struct MemoryLedgerTests {
    private final class Holder {}

    private var ledger = MemoryLedger(maximum: 800)
    private let holders = (0..<3).map { _ in Holder() }

    private mutating func set(
        _ holder: Int, input: Int = 0, unfinished: Int = 0, unread: Int = 0, expected: Int = 0
    ) {
        var share = MemoryLedger.Share()
        (share.input, share.unfinished) = (input, unfinished)
        (share.unread, share.expected) = (unread, expected)
        ledger.set(share, of: ObjectIdentifier(holders[holder]))
    }

    private mutating func expectEvicted(
        _ expected: [Int], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var evicted: [Int] = []
        while let id = ledger.evict() {
            evicted += holders.indices.filter { ObjectIdentifier(holders[$0]) == id }
        }
        #expect(evicted == expected, sourceLocation: sourceLocation)
    }

    private mutating func changeBodies(
        by change: Int, succeeds: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let hasSucceeded = ledger.changeBodies(by: change)
        #expect(hasSucceeded == succeeds, sourceLocation: sourceLocation)
    }

    @Test mutating func `input may take everything that is not reserved for others`() {
        set(0, input: 599)
        #expect(ledger.shortage == [])
        set(1, input: 1)
        #expect(ledger.shortage == [.input])
        set(1)
        #expect(ledger.shortage == [])
    }

    @Test mutating func `memory taken for one purpose is missing for the others`() {
        changeBodies(by: 600)
        changeBodies(by: 1, succeeds: false)
        set(0, input: 99, unread: 50, expected: 49)
        #expect(ledger.shortage == [])
        set(0, input: 100, unread: 50, expected: 50)
        #expect(ledger.shortage == [.input, .output])
        set(0, input: 100, unread: 100)
        #expect(ledger.shortage == [.input, .output, .unread])
        changeBodies(by: -600)
        #expect(ledger.shortage == [])
    }

    @Test mutating func `the largest unfinished frame is closed, and no more than necessary`() {
        set(0, input: 300, unfinished: 100)
        set(1, input: 200, unfinished: 200)
        set(2, input: 150, unfinished: 150)
        expectEvicted([1])
        #expect(ledger.shortage == [])
        set(1)
        #expect(ledger.shortage == [])
    }

    @Test mutating func `without an unfinished frame no connection is closed`() {
        set(0, input: 700)
        expectEvicted([])
        #expect(ledger.shortage == [.input])
    }

    @Test mutating func `any order of changes leaves nothing behind`() {
        var generator = SeededGenerator(seed: 7)
        var bodies = 0
        for _ in 0..<1000 {
            let amounts = (0..<3).map { _ in Int.random(in: 0..<400, using: &generator) }
            set(
                Int.random(in: 0..<3, using: &generator), input: amounts[0] + amounts[1],
                unfinished: amounts[0], unread: amounts[2])
            if ledger.changeBodies(by: amounts[1]) { bodies += amounts[1] }
            while ledger.evict() != nil {}
        }
        for holder in holders.indices { set(holder) }
        changeBodies(by: -bodies)
        #expect(ledger.shortage == [])
        changeBodies(by: 600)
    }
}
