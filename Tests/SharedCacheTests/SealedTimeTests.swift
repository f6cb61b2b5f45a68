import FoundationEssentials
import Testing

@testable import SharedCache

@Suite struct SealedTimeTests {
    /// Sealed at second 1,000,000 by both clocks.
    private let time = SealedTime(engine: engine(0), machine: machine(0))

    private static func engine(_ seconds: Int64) -> EngineTime {
        EngineTime(of: (1_000_000 + seconds) * 1_000_000)
    }

    private static func machine(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: 1_000_000 + seconds)
    }

    @Test(arguments: [(60, 0, 60), (60, 960, 60), (60, -900, 60), (0, 0, 0)])
    func `the age is measured by the engine's clock`(engine: Int64, machine: Double, age: Double) {
        #expect(time.age(at: Self.engine(engine), Self.machine(machine)) == age)
    }

    @Test func `a response ages even if the engine's clock stands still`() {
        let month = 31 * 86_400.0
        #expect(time.age(at: Self.engine(0), Self.machine(month)) == month - SealedTime.tolerance)
    }

    @Test(arguments: [(-1, 0), (60, -901)])
    func `a time in the future has no age`(engine: Int64, machine: Double) {
        #expect(time.age(at: Self.engine(engine), Self.machine(machine)) == nil)
    }

    @Test(arguments: [(0, 0, true), (-60, 900, true), (1, 0, false), (-60, 901, false)])
    func `a response is new only if both clocks say so`(begin: Int64, machine: Double, isNew: Bool)
    {
        #expect(time.isNew(since: Self.engine(begin), at: Self.machine(machine)) == isNew)
    }
}
