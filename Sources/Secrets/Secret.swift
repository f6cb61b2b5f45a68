/// A credential, such as a GitHub token, that cannot be printed by accident.
///
/// Interpolating, dumping or logging a secret gives `<secret>`. Only code that sends or hashes it
/// calls ``reveal()``.
package struct Secret: Hashable, Sendable {
    private let characters: String

    package init(_ characters: String) {
        self.characters = characters
    }

    /// The characters. The caller must keep them out of logs, errors and results.
    package func reveal() -> String {
        characters
    }
}

extension Secret {
    /// Nil if `text` could not be sent in a header field: it must have 1 to 1024 characters of
    /// printable ASCII.
    package init?(tokenText text: String) {
        guard (1...1024).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.init(text)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
