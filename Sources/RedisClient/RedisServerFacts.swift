/// The engine's description of itself at the start of a connection.
package struct RedisServerFacts: Hashable, Sendable {
    /// `redis` or `valkey`.
    package let server: String
    /// Such as `7.0.15`.
    package let version: String
    /// `master` or `replica`.
    package let role: String

    package init(server: String, version: String, role: String) {
        (self.server, self.version, self.role) = (server, version, role)
    }
}
