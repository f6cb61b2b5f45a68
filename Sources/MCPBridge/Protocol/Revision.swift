import JSONCore

/// A revision of the Model Context Protocol, newest first.
enum Revision: String, CaseIterable {
    case of20260728 = "2026-07-28"
    case of20251125 = "2025-11-25"
    case of20250618 = "2025-06-18"
    case of20250326 = "2025-03-26"
    case of20241105 = "2024-11-05"

    /// Whether each request names its revision. Otherwise `initialize` does so once.
    var isStateless: Bool { self == .of20260728 }

    /// The revision in the response to `initialize` if the client asks for an unknown one.
    static let newestWithHandshake = Revision.of20251125

    /// The names of all revisions.
    static let names = JSONValue.array(allCases.map { .string($0.rawValue) })
}
