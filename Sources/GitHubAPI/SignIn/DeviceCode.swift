import HTTPCore

/// What a sign-in by device code begins with.
///
/// - SeeAlso: RFC 8628, section 3.2.
package struct DeviceCode: Hashable, Sendable {
    /// What the polls carry. It is worth a token, so it is kept as one.
    package let code: Secret
    /// What the person types in at ``verificationURI``.
    package let userCode: String
    package let verificationURI: String
    /// Seconds for which the codes are good.
    package let lifetime: Int
    /// Seconds between two polls, at least.
    package let interval: Int

    package init(
        code: Secret, userCode: String, verificationURI: String, lifetime: Int, interval: Int
    ) {
        self.code = code
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.lifetime = lifetime
        self.interval = interval
    }
}

/// Why a sign-in by device code could not begin.
package enum DeviceCodeError: Error, Hashable {
    /// GitHub's word for it, such as `device_flow_disabled`.
    case refused(code: String)
    case failed(GitHubError)
}
