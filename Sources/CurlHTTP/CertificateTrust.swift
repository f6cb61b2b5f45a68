/// The certificate authorities that are trusted.
package struct CertificateTrust: Hashable, Sendable {
    /// A file of certificates in PEM.
    package var file: String?
    /// A directory of certificates under OpenSSL's hashed names.
    package var directory: String?

    /// The authorities that libcurl was built to trust.
    package static let machine = CertificateTrust()
}

extension CertificateTrust {
    /// Reads OpenSSL's variables `SSL_CERT_FILE` and `SSL_CERT_DIR`, which libcurl ignores. What
    /// they name replaces the machine's authorities.
    package init(environment: [String: String]) {
        func path(_ variable: String) -> String? {
            environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(file: path("SSL_CERT_FILE"), directory: path("SSL_CERT_DIR"))
    }
}
