package import JSONCore

/// One way in which a value violates a schema.
package struct SchemaViolation: Equatable, Sendable, CustomStringConvertible {
    /// The offending value; for a missing or unknown member, the member and not its object.
    package let path: JSONPointer

    /// What was expected and what was found, in plain English without a full stop.
    package let message: String

    package var description: String {
        "\(path): \(message)"
    }
}
