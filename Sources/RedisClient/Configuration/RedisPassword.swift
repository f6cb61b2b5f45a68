/// A password that cannot be printed by accident: interpolating or dumping it gives `<secret>`.
package struct RedisPassword: Hashable, Sendable {
    private let characters: String

    package init(_ characters: String) {
        self.characters = characters
    }

    /// The characters themselves. The caller keeps them out of logs and errors.
    package func reveal() -> String {
        characters
    }
}

extension RedisPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
