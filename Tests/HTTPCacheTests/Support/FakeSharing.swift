import HTTPCore
import Synchronization

@testable import HTTPCache

/// Other servers whose answers are the test's, and which remember what they were given.
final class FakeSharing: SharedResponses {
    enum Given: Hashable {
        case response(body: String, isConfirmation: Bool)
        case outcome(SharedOutcome?)
    }

    typealias Acceptance = @Sendable (SharedResponse) -> StoredResponse?

    private let answer: @Sendable (Acceptance) -> SharedClaim
    private let given = Mutex<[Given]>([])
    private let asked = Mutex(0)

    init(_ answer: @escaping @Sendable (Acceptance) -> SharedClaim) {
        self.answer = answer
    }

    /// What was published and released so far.
    var gifts: [Given] { given.withLock { $0 } }
    var questions: Int { asked.withLock { $0 } }

    func claim(
        _ request: HTTPTransportRequest, accepted: @escaping Acceptance
    ) async -> SharedClaim {
        asked.withLock { $0 += 1 }
        return answer(accepted)
    }

    func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease
    ) {
        let body = String(decoding: response.body, as: UTF8.self)
        given.withLock { $0.append(.response(body: body, isConfirmation: isConfirmation)) }
    }

    func release(_ lease: SharedLease, _ outcome: SharedOutcome?) {
        given.withLock { $0.append(.outcome(outcome)) }
    }
}
