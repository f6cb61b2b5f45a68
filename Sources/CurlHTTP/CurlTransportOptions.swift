/// What a ``CurlTransport`` allows one attempt, and all of them together.
package struct CurlTransportOptions: Hashable, Sendable {
    /// Longest time for one request: name lookup, connect and transfer, at least 1 ms.
    ///
    /// The time that a request waits for its turn in the transport's queue does not count.
    package var timeout: Duration
    /// Requests under way at once, at least 1. Further ones wait, first come first served.
    package var maximumConcurrency: Int
    /// Longest body accepted, in bytes, as it is sent and with its content coding undone.
    package var maximumBodySize: Int
    /// Longest header section accepted, in bytes, interim responses included.
    package var maximumHeadSize: Int

    /// The timeout as libcurl takes it: 0 would mean none.
    var timeoutMilliseconds: Int { max(1, Int(timeout / .milliseconds(1))) }

    package init(
        timeout: Duration = .seconds(10), maximumConcurrency: Int = 8,
        maximumBodySize: Int = 64 << 20, maximumHeadSize: Int = 256 << 10
    ) {
        self.timeout = timeout
        self.maximumConcurrency = max(1, maximumConcurrency)
        self.maximumBodySize = maximumBodySize
        self.maximumHeadSize = maximumHeadSize
    }
}
