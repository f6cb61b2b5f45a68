/// Whether the engine can be asked.
package enum RedisState: Hashable, Sendable {
    /// No command has been sent yet, or the first connection is being opened.
    case unknown
    case up(RedisServerFacts)
    /// Commands fail at once; a connection is tried in the background.
    case down(RedisError)
}
