package import Secrets

/// The codes at the start of a sign-in by device code.
///
/// - SeeAlso: RFC 8628, section 3.2.
package struct DeviceCode: Hashable, Sendable {
    /// The code for polling. It can be exchanged for a token, so it is a secret too.
    package let code: Secret
    /// The code that the person enters at ``verificationURI``.
    package let userCode: String
    package let verificationURI: String
    /// Seconds for which the codes are valid.
    package let lifetime: Int
    /// The least number of seconds between two polls.
    package let interval: Int
}

/// Why a sign-in by device code could not begin.
package enum DeviceCodeError: Error, Hashable {
    /// GitHub's code for it, such as `device_flow_disabled`.
    case refused(code: String)
    case failed(GitHubError)
}
