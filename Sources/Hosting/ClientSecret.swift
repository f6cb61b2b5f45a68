/// The secret of TCP clients: 32 random bytes, written as 64 hexadecimal digits.
///
/// It prints as `<secret>`.
package struct ClientSecret: Sendable {
    private let bytes: [UInt8]

    /// Makes a new secret with the system's random generator.
    package init() {
        var generator = SystemRandomNumberGenerator()
        bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Parses 64 hexadecimal digits of either case, with ASCII white space around them; nil for
    /// anything else.
    package init?(_ text: String) {
        let words = text.utf8.split { $0 == 0x20 || (0x09...0x0d).contains($0) }
        guard words.count == 1, words[0].count == 64 else { return nil }
        var values: [UInt8] = []
        for digit in words[0] {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue, digit < 0x80 else {
                return nil
            }
            values.append(UInt8(value))
        }
        bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// The 64 digits, only for the file and the wire.
    package func reveal() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a client sent the secret. The time does not depend on where the two differ.
    package func matches(_ candidate: String) -> Bool {
        guard let other = ClientSecret(candidate) else { return false }
        return zip(bytes, other.bytes).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension ClientSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
