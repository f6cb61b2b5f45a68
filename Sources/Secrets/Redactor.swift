import Synchronization

/// Replaces secrets in text that others may read: errors, results, log lines.
///
/// A secret is any text that looks like a GitHub token, or that was passed to ``learn(_:)``, also
/// with JSON or percent escapes. The redactor keeps only lengths and fingerprints, so that it
/// recognizes a secret after its use without holding it.
package final class Redactor: Sendable {
    /// Replaces a secret.
    package static let mark = "\(Secret(""))"
    /// In characters. Shorter secrets would match ordinary words; no host issues any.
    package static let shortestSecret = 6
    /// The number of secrets that are remembered, the most recent ones.
    package static let capacity = 16

    private let traces = Mutex<[SecretTrace]>([])

    package init() {}

    /// Replaces `secret` from now on.
    package func learn(_ secret: Secret) {
        guard let trace = SecretTrace(secret) else { return }
        traces.withLock { traces in
            guard traces.last != trace else { return }
            traces.removeAll { $0 == trace }
            traces.append(trace)
            if traces.count > Self.capacity { traces.removeFirst() }
        }
    }

    /// Replaces a GitHub token from now on, even if GitHub does not accept it.
    ///
    /// No token is shorter than 20 characters. A shorter one is a placeholder or a mistake, and
    /// replacing that word would damage every later result.
    package func learn(token: Secret) {
        guard token.reveal().utf8.count >= 20 else { return }
        learn(token)
    }

    /// The text with ``mark`` in place of each secret.
    package func redacted(_ text: String) -> String {
        guard text.utf8.count >= Self.shortestSecret else { return text }
        let traces = traces.withLock { $0 }
        var text = text
        let spans = text.withUTF8 { SecretSpans(in: $0, traces: traces).ranges }
        guard !spans.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var end = 0
        for span in spans {
            output += bytes[end..<span.lowerBound] + Array(Self.mark.utf8)
            end = span.upperBound
        }
        return String(decoding: output + bytes[end...], as: UTF8.self)
    }
}
