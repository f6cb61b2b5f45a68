/// The secret of TCP clients: 256 random bits, written as 64 hexadecimal digits.
///
/// It prints as `<secret>`.
package struct ClientSecret: Sendable {
    private let digits: [UInt8]

    /// Makes a new secret with the system's random generator.
    package init() {
        digits = (0..<64).flatMap { _ in String(UInt8.random(in: 0..<16), radix: 16).utf8 }
    }

    /// Parses 64 hexadecimal digits of either case, with ASCII white space around them; nil for
    /// anything else.
    package init?(_ text: String) {
        let words = Array(text.utf8).split { $0 == 0x20 || (0x09...0x0d).contains($0) }
        guard words.count == 1, words[0].count == 64 else { return nil }
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        for byte in words[0] {
            switch byte {
            case 0x30...0x39, 0x61...0x66: digits.append(byte)
            case 0x41...0x46: digits.append(byte + 0x20)
            default: return nil
            }
        }
        self.digits = digits
    }

    /// The 64 digits in lower case, only for the file and the wire.
    package func reveal() -> String {
        String(decoding: digits, as: UTF8.self)
    }

    /// Whether a client sent the secret. The time does not depend on where the two differ.
    package func matches(_ candidate: String) -> Bool {
        guard let other = ClientSecret(candidate) else { return false }
        return zip(digits, other.digits).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension ClientSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
