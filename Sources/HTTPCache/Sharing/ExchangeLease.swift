import Synchronization

/// A lease on its way to the exchange that uses it.
///
/// The exchange may never start: an equal one is under way, or its askers are gone. Then whoever
/// claimed the lease gives it back.
final class ExchangeLease: Sendable {
    /// What is shared under the lease's name, and needs upstream's confirmation.
    let known: SharedResponse?
    private let lease: Mutex<SharedLease?>

    init(_ lease: SharedLease, known: SharedResponse?) {
        self.known = known
        self.lease = Mutex(lease)
    }

    /// The lease for who takes it first.
    func take() -> SharedLease? {
        lease.withLock { lease in
            defer { lease = nil }
            return lease
        }
    }
}
