/// The members of an object in its text, by name.
///
/// If members have the same name, the last one counts.
struct JSONTextMembers {
    /// The bytes of a name, without escapes.
    private struct Name: Hashable {
        let bytes: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            // The array's own hash takes one byte at a time.
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private let values: [Name: ArraySlice<UInt8>]

    /// Nil if `text`, which has been checked, is not an object. Members after `limit` are ignored.
    init?(_ text: ArraySlice<UInt8>, atMost limit: Int = .max) {
        func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
            text[text.startIndex + range.lowerBound..<text.startIndex + range.upperBound]
        }
        var values = Dictionary<Name, ArraySlice<UInt8>>(minimumCapacity: 32)
        do {
            try JSONScanner.scan(text, maximumDepth: .max) { scanner in
                try scanner.beginObject()
                for _ in 0..<limit {
                    guard let token = try scanner.skipName() else { return }
                    let name =
                        token.hasEscapes
                        ? Array(scanner.text(of: token).utf8)[...] : slice(token.range)
                    values[Name(bytes: name)] = slice(try scanner.skipValue())
                }
            }
        } catch {
            return nil
        }
        self.values = values
    }

    var names: [String] {
        values.keys.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The text of a member's value, or nil if there is no such member.
    subscript(name: String) -> ArraySlice<UInt8>? {
        values[Name(bytes: Array(name.utf8)[...])]
    }
}
