import Synchronization

/// A lease that this server holds.
struct HeldLease: Sendable {
    let question: String
    let keys: IdentityKeys
    /// Identifies this server and this flight.
    let token: String
    /// The version that was stored when the lease was granted.
    let seen: String
    /// The stored response, if it can be read.
    let known: RecordMetadata?
    /// The engine's clock when the lease was granted.
    let start: EngineClock.Sample
}

/// The leases that this server holds, by number.
final class LeaseTable: Sendable {
    private struct State {
        var leases: [UInt64: HeldLease] = [:]
        var last: UInt64 = 0
    }

    /// No transfer takes longer. A forgotten lease must not keep others waiting.
    static let longestHold = Duration.seconds(120)

    private let state = Mutex(State())

    func add(_ lease: HeldLease) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.leases[state.last] = lease
            return state.last
        }
    }

    func lease(_ number: UInt64) -> HeldLease? {
        state.withLock { $0.leases[number] }
    }

    @discardableResult
    func remove(_ number: UInt64) -> HeldLease? {
        state.withLock { $0.leases.removeValue(forKey: number) }
    }

    /// The leases that must be renewed.
    func current(at now: EngineClock.Instant) -> [HeldLease] {
        state.withLock { state in
            state.leases = state.leases.filter {
                now - $0.value.start.receivedAt < Self.longestHold
            }
            return Array(state.leases.values)
        }
    }
}
