import Synchronization

/// A lease that is passed to the exchange that uses it.
///
/// The exchange may never start: an equal one is under way, or its callers have cancelled. Then the
/// claimant of the lease releases it.
final class ExchangeLease: Sendable {
    /// The shared response, which needs upstream's confirmation.
    let known: SharedResponse?
    private let lease: Mutex<SharedLease?>

    init(_ lease: SharedLease, known: SharedResponse?) {
        self.known = known
        self.lease = Mutex(lease)
    }

    /// The lease, for the first caller only.
    func take() -> SharedLease? {
        lease.withLock { lease in
            defer { lease = nil }
            return lease
        }
    }
}
