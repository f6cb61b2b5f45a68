import Hosting
import JSONCore
import JSONRPC
import Synchronization
import Testing

@testable import Transports

@Suite struct SecretGuardTests {
    private final class Clock: Sendable {
        let now = Mutex(ContinuousClock().now)
    }

    private let secret = ClientSecret()

    /// Shows the listener's secret or wrong ones on separate connections.
    ///
    /// - Returns: for each, whether it was answered without waiting.
    private func check(_ secrets: [String], of guarded: SecretGuard) -> [Bool] {
        secrets.map { secret in
            let connection = ServerConnection(
                registry: MethodRegistry([]) { _ in .cancelled }, gate: guarded.testGate,
                signal: {})
            let params: JSONValue = ["secret": .string(secret)]
            defer { connection.peerVanished() }
            let request = request(1, "session.authenticate", params) + [0x0A]
            return !connection.receive(request).write.isEmpty
        }
    }

    @Test func `after three wrong secrets every client of the listener waits`() {
        let clock = Clock()
        let guarded = SecretGuard(secret, now: { clock.now.withLock(\.self) })
        let wrong = ClientSecret().reveal()
        #expect(check([wrong, wrong, wrong], of: guarded) == [true, true, true])
        #expect(check([wrong, secret.reveal()], of: guarded) == [false, false])
        clock.now.withLock { $0 += GuessDelay.memory }
        #expect(check([secret.reveal()], of: guarded) == [true])
    }

    @Test func `the right secret resets the count of wrong ones`() {
        let guarded = SecretGuard(secret)
        let wrong = ClientSecret().reveal()
        #expect(check([wrong, wrong, secret.reveal()], of: guarded) == [true, true, true])
        #expect(check([wrong, wrong, wrong], of: guarded) == [true, true, true])
    }

    @Test func `one listener's wrong secrets do not count for another`() {
        let wrong = ClientSecret().reveal()
        _ = check([wrong, wrong, wrong], of: SecretGuard(secret))
        #expect(check([secret.reveal()], of: SecretGuard(secret)) == [true])
    }
}
