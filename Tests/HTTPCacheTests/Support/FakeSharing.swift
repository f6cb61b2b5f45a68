import HTTPCore
import Synchronization

@testable import HTTPCache

/// Other servers, which give what the test says, or else a lease, and record how leases end.
final class FakeSharing: SharedResponses {
    typealias Accepted = @Sendable (SharedResponse) -> StoredResponse?

    enum End: Hashable {
        case published(body: String, isConfirmation: Bool)
        case released(SharedOutcome?)
    }

    private let known: SharedResponse?
    private let claim: @Sendable (Accepted) -> SharedClaim?
    private let recorded = Mutex<[End]>([])
    private let counted = Mutex(0)

    /// - Parameters:
    ///   - known: the response that comes with a lease.
    ///   - claim: nil for a lease.
    init(
        known: SharedResponse? = nil,
        _ claim: @escaping @Sendable (Accepted) -> SharedClaim? = { _ in nil }
    ) {
        self.known = known
        self.claim = claim
    }

    /// The ends of leases so far.
    var ends: [End] { recorded.withLock { $0 } }
    var claims: Int { counted.withLock { $0 } }

    func invalidate(url: String) async {}

    func claim(
        _ request: HTTPTransportRequest, accepted: @escaping Accepted
    ) async -> SharedClaim {
        counted.withLock { $0 += 1 }
        return claim(accepted) ?? .lease(FakeLease(of: self, known: known))
    }

    fileprivate func record(_ end: End) {
        recorded.withLock { $0.append(end) }
    }
}

private final class FakeLease: SharedLease {
    let known: SharedResponse?
    private let sharing: FakeSharing

    init(of sharing: FakeSharing, known: SharedResponse?) {
        self.sharing = sharing
        self.known = known
    }

    func publish(_ response: StoredResponse, for seconds: Double, isConfirmation: Bool) {
        let body = String(decoding: response.body, as: UTF8.self)
        sharing.record(.published(body: body, isConfirmation: isConfirmation))
    }

    func release(_ outcome: SharedOutcome?) {
        sharing.record(.released(outcome))
    }
}
