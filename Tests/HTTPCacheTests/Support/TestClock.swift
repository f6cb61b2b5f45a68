import FoundationEssentials
import Synchronization

/// A clock that the test sets.
final class TestClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { instant.withLock { $0 } }

    var read: @Sendable () -> Date {
        { self.now }
    }

    func advance(_ seconds: Double) {
        instant.withLock { $0 += seconds }
    }
}
