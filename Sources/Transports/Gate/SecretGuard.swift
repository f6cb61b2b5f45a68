package import Hosting
import JSONCore
package import JSONRPC
import Synchronization

/// The secret and the delay that all connections of one listener share.
package final class SecretGuard: Sendable {
    private let secret: ClientSecret
    private let delay = Mutex(GuessDelay())
    private let now: @Sendable () -> GuessDelay.Instant

    /// - Parameter now: the current time; a test passes its own.
    package init(
        _ secret: ClientSecret,
        now: @escaping @Sendable () -> GuessDelay.Instant = { ContinuousClock().now }
    ) {
        self.secret = secret
        self.now = now
    }

    /// The gate for every connection of the listener. `method` has the param `secret`; `missing` is the
    /// error for any other first message, and `wrong` the one for another secret.
    package func gate(
        method: String, missing: RPCError, wrong: RPCError
    ) -> ConnectionGate {
        ConnectionGate(method: method, refusal: missing) {
            self.delay.withLock { $0.delay(at: self.now()) }
        } verify: { params in
            self.isRight(params) ? nil : wrong
        }
    }

    private func isRight(_ params: JSONValue) -> Bool {
        let candidate = params["secret"]?.stringValue ?? params[0]?.stringValue
        guard let candidate, secret.matches(candidate) else {
            delay.withLock { $0.wasWrong(at: now()) }
            return false
        }
        delay.withLock { $0.wasRight() }
        return true
    }
}
