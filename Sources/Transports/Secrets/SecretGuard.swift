import JSONCore
import JSONRPC
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

    /// The gate for every connection of the listener.
    package var gate: ConnectionGate {
        .secret(
            SecretCheck {
                self.delay.withLock { $0.delay(at: self.now()) }
            } verify: { params in
                self.verify(params)
            })
    }

    private func verify(_ params: JSONValue) -> RPCError? {
        let candidate = params["secret"]?.stringValue ?? params[0]?.stringValue
        guard let candidate, secret.matches(candidate) else {
            delay.withLock { $0.wasWrong(at: now()) }
            return .unauthorized(
                "The secret is wrong; send what is in the server's client secret file.")
        }
        delay.withLock { $0.wasRight() }
        return nil
    }
}
