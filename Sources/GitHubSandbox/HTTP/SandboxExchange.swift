/// One request to a sandbox, and how it was answered, for a log.
package struct SandboxExchange: Sendable {
    package let method: String
    /// The path and the query, as sent.
    package let target: String
    /// Nil if a fault left the request without a response.
    package let status: Int?
    package let milliseconds: Int
    /// What to say if GitHub might have answered otherwise.
    package let notSimulated: String?
}
