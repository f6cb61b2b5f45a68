package import HTTPCore

/// What a person needs to decide about a sign-in by device code.
package struct PendingSignIn: Hashable, Sendable {
    package let userCode: String
    package let verificationUri: String
    package let expiresAt: Timestamp
    /// Seconds between polls.
    package let interval: Int
}
