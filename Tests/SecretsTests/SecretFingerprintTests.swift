import Secrets
import Testing

@Suite struct SecretFingerprintTests {
    @Test func `fingerprints are equal when the secrets are`() {
        #expect(SecretFingerprint(Secret("ghp_one")) == SecretFingerprint(Secret("ghp_one")))
        #expect(SecretFingerprint(Secret("ghp_one")) != SecretFingerprint(Secret("ghp_two")))
    }

    @Test func `the secret is not in its fingerprint`() {
        var dumped = ""
        dump(SecretFingerprint(Secret("ghp_token")), to: &dumped)
        #expect(!dumped.contains("ghp"))
    }
}
