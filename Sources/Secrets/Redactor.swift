import Synchronization

/// Replaces secrets in text that others may read: errors, results, log lines.
///
/// A secret is any text that looks like a GitHub token, or that was passed to ``learn(_:)``, also
/// with JSON or percent escapes.
package final class Redactor: Sendable {
    /// Replaces a secret.
    package static let mark = "\(Secret(""))"
    /// In bytes. Shorter secrets would match ordinary words; no host issues any.
    package static let shortestSecret = 6
    /// The number of secrets that are remembered, the most recent ones.
    package static let capacity = 16
    /// The number of ids of sessions that are remembered besides, the most recent ones.
    private static let sessionCapacity = 64

    private let secrets = Mutex<[Secret]>([])
    /// Apart, so that they leave the other secrets their places.
    private let sessions = Mutex<[Secret]>([])

    package init() {}

    /// Replaces `secret` from now on.
    package func learn(_ secret: Secret) {
        guard secret.reveal().utf8.count >= Self.shortestSecret else { return }
        secrets.withLock { secrets in
            guard secrets.last != secret else { return }
            secrets.removeAll { $0 == secret }
            secrets = secrets.suffix(Self.capacity - 1) + [secret]
        }
    }

    /// Replaces a GitHub token from now on. No token is shorter than 20 characters: a shorter one is
    /// a mistake, and replacing that word would damage every later result.
    package func learn(token: Secret) {
        guard token.reveal().utf8.count >= 20 else { return }
        learn(token)
    }

    /// Replaces the id of a new session from now on.
    package func learn(session id: Secret) {
        sessions.withLock { $0 = $0.suffix(Self.sessionCapacity - 1) + [id] }
    }

    /// The text with ``mark`` in place of each secret.
    package func redacted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var found = ranges(in: bytes)
        if let plain = UnescapedText(bytes) {
            found += ranges(in: plain.bytes)
                .map { plain.starts[$0.lowerBound]..<plain.starts[$0.upperBound] }
        }
        guard !found.isEmpty else { return text }
        var output: [UInt8] = []
        var end = 0
        // The set joins ranges that touch. In order, each is inserted at the end.
        for range in RangeSet(found.sorted { $0.lowerBound < $1.lowerBound }).ranges {
            output += bytes[end..<range.lowerBound] + Array(Self.mark.utf8)
            end = range.upperBound
        }
        return String(decoding: output + bytes[end...], as: UTF8.self)
    }

    /// The secrets in `text`, in any order. They may overlap.
    private func ranges(in text: [UInt8]) -> [Range<Int>] {
        let known = secrets.withLock(\.self) + sessions.withLock(\.self)
        return known.reduce(into: TokenPattern.ranges(in: text)) { ranges, secret in
            let secret = Array(secret.reveal().utf8)
            for start in text.indices.dropLast(secret.count - 1)
            where text[start] == secret[0] && text[start...].starts(with: secret) {
                ranges.append(start..<(start + secret.count))
            }
        }
    }
}
