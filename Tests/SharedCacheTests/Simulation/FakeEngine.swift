@testable import SharedCache

/// The effects of the scripts, on plain values. Times are in milliseconds.
struct FakeEngine {
    struct Response: Hashable {
        var version: Int
        /// When the request was sent that fetched it.
        var start: Int
        var receivedAt: Int
    }

    private struct Lease {
        var holder: Int
        var expiry: Int
    }

    private static let leaseTime = 2_000

    private(set) var responses: [Int: Response] = [:]
    private var leases: [Int: Lease] = [:]
    private var lastVersion = 0

    func version(_ question: Int) -> String {
        responses[question].map { "\($0.version)" } ?? ""
    }

    mutating func claim(_ question: Int, seen: String, by holder: Int, at now: Int)
        -> ClaimState.Event
    {
        guard version(question) == seen else { return .changed }
        if let lease = leases[question], lease.expiry > now { return .busy }
        leases[question] = Lease(holder: holder, expiry: now + Self.leaseTime)
        return .leased
    }

    mutating func renew(_ question: Int, seen: String, by holder: Int, at now: Int) {
        let lease = leases[question].flatMap { $0.expiry > now ? $0 : nil }
        let isOwn = lease?.holder == holder
        guard isOwn || lease == nil && version(question) == seen else { return }
        leases[question] = Lease(holder: holder, expiry: now + Self.leaseTime)
    }

    /// - Returns: whether it was written.
    mutating func publish(
        _ question: Int, by holder: Int, start: Int, receivedAt: Int
    ) -> Bool {
        release(question, by: holder)
        guard start >= responses[question]?.start ?? 0 else { return false }
        lastVersion += 1
        responses[question] = Response(
            version: lastVersion, start: start, receivedAt: receivedAt)
        return true
    }

    @discardableResult
    mutating func release(_ question: Int, by holder: Int) -> Bool {
        guard leases[question]?.holder == holder else { return false }
        leases[question] = nil
        return true
    }

    mutating func loseEverything() {
        responses = [:]
        leases = [:]
    }
}
