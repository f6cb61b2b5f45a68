/// The query of one operation of ``Explorer``, and the params of a method.
///
/// The names, defaults, bounds and allowed values of the params are those of its members.
package protocol ExplorerQuery: Decodable, Hashable, Sendable {
    /// The one user or repository that it is about, if there is one.
    var subject: Subject? { get }

    /// Whether an equal query has the same result while that is fresh.
    var isRepeatable: Bool { get }
}

extension ExplorerQuery {
    package var subject: Subject? { nil }
    package var isRepeatable: Bool { true }
}
