/// How requests were answered.
package struct CacheCounts: Hashable, Sendable {
    /// Answered with a fresh stored response, without asking upstream.
    package var hits = 0
    /// Answered by upstream with a new response.
    package var misses = 0
    /// Confirmed by upstream with a 304.
    package var revalidations = 0
    /// Answered with an expired response, because upstream could not be asked.
    package var staleServed = 0
    /// Answered by the transfer of an equal request.
    package var coalesced = 0
    /// Responses removed to keep the store within its size limit.
    package var evictions = 0
    /// Requests that were not sent: one per hit, and those that shared a transfer.
    package var requestsSpared = 0
    /// Requests that did not count against a rate limit: spared requests that would have counted,
    /// and 304s of authenticated requests.
    package var rateLimitSpared = 0

    package init() {}
}
