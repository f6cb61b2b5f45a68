import Hosting

/// The sessions of browsers that have shown the client secret: a plain value.
///
/// A session ends with ``end(_:)``, with the server, or when ``maximum`` younger ones have begun.
struct Sessions: Sendable {
    static let maximum = 64

    /// Oldest first. An id is made and compared like the client secret.
    private var open: [ClientSecret] = []

    /// - Returns: the id of a new session: 64 hexadecimal digits.
    mutating func begin() -> String {
        let id = ClientSecret()
        open = open.suffix(Self.maximum - 1) + [id]
        return id.reveal()
    }

    func contains(_ id: String) -> Bool {
        open.reduce(false) { $1.matches(id) || $0 }
    }

    mutating func end(_ id: String) {
        open.removeAll { $0.matches(id) }
    }
}
