package import FoundationEssentials
package import HTTPCore

/// The limits of a ``CurlTransport``, per request and in total, and its clock.
package struct CurlTransportOptions: Sendable {
    /// Longest time for one request: name lookup, connect and transfer, but not the wait in the queue.
    package var timeout: Duration
    /// Most concurrent requests, at least 1. Further ones wait in order.
    package var maximumConcurrency: Int
    /// Longest body accepted, in bytes, both as sent and decoded.
    package var maximumBodySize: Int
    package var trust: CertificateTrust
    /// What all bodies hold together.
    package var memory: BodyMemory
    /// The clock that dates responses.
    package var now: @Sendable () -> Date = { .now }

    /// The timeout for libcurl, where 0 would mean none.
    var timeoutMilliseconds: Int { max(1, Int(timeout / .milliseconds(1))) }

    package init(
        timeout: Duration = .seconds(10), maximumConcurrency: Int = 8,
        maximumBodySize: Int = 64 << 20, trust: CertificateTrust = .machine,
        memory: BodyMemory = .unlimited
    ) {
        self.timeout = timeout
        self.maximumConcurrency = max(1, maximumConcurrency)
        self.maximumBodySize = maximumBodySize
        self.trust = trust
        self.memory = memory
    }
}
