/// Distinguishes secrets without storing them.
///
/// It is a hash whose key is random in each process: it means nothing outside, and the secret
/// cannot be recovered from it. State that outlives a sign-out is keyed by it.
package struct SecretFingerprint: Hashable, Sendable {
    // One Int has 64 bits of SipHash; with two, collisions are negligible.
    private let first: Int
    private let second: Int

    package init(_ secret: Secret) {
        var characters = secret.reveal()
        self = characters.withUTF8 { SecretFingerprint(of: UnsafeRawBufferPointer($0)) }
    }

    /// The fingerprint of a secret with these bytes.
    init(of bytes: UnsafeRawBufferPointer) {
        func hash(_ salt: UInt8) -> Int {
            var hasher = Hasher()
            hasher.combine(salt)
            hasher.combine(bytes: bytes)
            return hasher.finalize()
        }
        first = hash(1)
        second = hash(2)
    }
}
