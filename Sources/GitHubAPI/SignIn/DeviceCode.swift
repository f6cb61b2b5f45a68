import HTTPCore
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

extension DeviceCode: Decodable {
    private enum CodingKeys: String, CodingKey {
        case interval
        case code = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case lifetime = "expires_in"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = Secret(try container.decode(String.self, forKey: .code))
        userCode = try container.decode(String.self, forKey: .userCode)
        verificationURI = try container.decode(String.self, forKey: .verificationURI)
        lifetime = min(max(0, try container.decode(Int.self, forKey: .lifetime)), 86_400)
        interval = try container.decodeIfPresent(Int.self, forKey: .interval) ?? 5
        // Clients open it in a browser.
        guard WebAddress(verificationURI) != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .verificationURI, in: container,
                debugDescription: "expected an http or https URL")
        }
    }
}

/// Why a sign-in by device code could not begin.
package enum DeviceCodeError: Error, Hashable {
    /// GitHub's code for it, such as `device_flow_disabled`.
    case refused(code: String)
    case failed(GitHubError)
}
