import Crypto
import FoundationEssentials
package import Secrets

/// The owner of a stored response: a keyed hash of a credential, never the credential.
///
/// The key is in the cache file, so identities of two files cannot be compared. A guessed token
/// cannot be looked up in a leaked file without its key.
package struct Identity: Hashable, Sendable {
    /// HMAC-SHA-256, 32 bytes; empty without a credential.
    package let bytes: [UInt8]

    package static let anonymous = Identity(bytes: [])

    /// For people: `token:1a2b`, or `anonymous`. It says nothing of the credential.
    var name: String {
        if bytes.isEmpty { return "anonymous" }
        let digits = bytes.prefix(2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "token:\(digits.joined())"
    }
}

extension Identity {
    package init(credential: Secret, key: [UInt8]) {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(credential.reveal().utf8), using: SymmetricKey(data: key))
        bytes = Array(code)
    }
}
