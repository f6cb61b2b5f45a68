import JSONCore

/// A revision of the Model Context Protocol, newest first.
enum Revision: String, CaseIterable {
    case of20260728 = "2026-07-28"
    case of20251125 = "2025-11-25"
    case of20250618 = "2025-06-18"
    case of20250326 = "2025-03-26"
    case of20241105 = "2024-11-05"

    /// Whether each request says which revision it is of; else `initialize` does so once.
    var isStateless: Bool { self == .of20260728 }

    /// What `initialize` agrees on when the client asks for another one.
    static let newestWithHandshake = Revision.of20251125

    /// The names of all of them.
    static let names = JSONValue.array(allCases.map { .string($0.rawValue) })
}
