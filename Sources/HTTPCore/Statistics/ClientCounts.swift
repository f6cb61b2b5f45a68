/// What the cache did for one owner of responses, who speaks HTTP itself.
package struct ClientCounts: Hashable, Sendable {
    package var requests = 0
    /// Requests that were not sent.
    package var spared = 0
    /// Requests that were sent and cost nothing of a rate limit: they were confirmed by a 304.
    package var free = 0

    package init() {}
}
