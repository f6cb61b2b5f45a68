import Hosting

/// Opens the session of the browser that `gitxplorer web` starts: once, and soon. A plain value; the
/// time is a parameter.
package struct LaunchToken: Sendable {
    package typealias Instant = ContinuousClock.Instant

    package static let lifetime = Duration.seconds(60)

    /// Made and compared like the client secret.
    private let token = ClientSecret()
    private let made: Instant
    private var isUsed = false

    package init(at now: Instant) {
        made = now
    }

    /// The 64 digits, only for the page's address.
    package func reveal() -> String { token.reveal() }

    /// Whether a client that sends `candidate` now gets a session. A second one does not.
    package mutating func admits(_ candidate: String, at now: Instant) -> Bool {
        let isRight = token.matches(candidate)
        guard isRight, !isUsed, made.duration(to: now) < Self.lifetime else { return false }
        isUsed = true
        return true
    }
}
