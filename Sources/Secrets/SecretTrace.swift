/// What a ``Redactor`` keeps of a secret to find it in a text.
struct SecretTrace: Hashable, Sendable {
    /// In bytes.
    let length: Int
    /// A rolling sum, computed for each offset of a text in constant time.
    private let sum: UInt64
    /// Compared where the sum matches.
    private let fingerprint: SecretFingerprint

    /// Nil for a secret that is too short.
    init?(_ secret: Secret) {
        let bytes = Array(secret.reveal().utf8)
        guard bytes.count >= Redactor.shortestSecret else { return nil }
        length = bytes.count
        sum = Self.sum(of: bytes[...])
        fingerprint = SecretFingerprint(secret)
    }

    /// The ranges of the secret in `text`.
    func places(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard text.count >= length else { return [] }
        var places: [Range<Int>] = []
        // The factor of the byte that leaves the window.
        var leaving: UInt64 = 1
        for _ in 1..<length { leaving &*= Self.base }
        var rolling = Self.sum(of: text[..<length])
        var start = 0
        while true {
            let range = start..<(start + length)
            if rolling == sum,
                SecretFingerprint(
                    of: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[range])))
                    == fingerprint
            {
                places.append(range)
            }
            guard range.upperBound < text.count else { return places }
            rolling &-= leaving &* UInt64(text[start])
            rolling = rolling &* Self.base &+ UInt64(text[range.upperBound])
            start += 1
        }
    }

    private static func sum(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 &* base &+ UInt64($1) }
    }

    /// Odd and random in each process, so that a sum means nothing outside of it.
    private static let base = UInt64.random(in: .min ... .max) | 1
}
