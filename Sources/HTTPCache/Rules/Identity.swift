import Crypto
import FoundationEssentials
import HTTPCore

/// Whom a stored response belongs to: a keyed hash of a credential, never the credential.
///
/// The key lies in the cache file, so identities of two files cannot be compared, and a token
/// that was guessed cannot be looked for in a file that leaked without its key.
package struct Identity: Hashable, Sendable {
    /// HMAC-SHA-256, 32 bytes; none for those without a credential.
    package let bytes: [UInt8]

    package static let anonymous = Identity(bytes: [])

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(credential: Secret?, key: [UInt8]) {
        guard let credential else {
            self = .anonymous
            return
        }
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(credential.reveal().utf8), using: SymmetricKey(data: key))
        self.init(bytes: Array(code))
    }
}
