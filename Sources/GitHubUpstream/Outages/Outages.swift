import HTTPCore

/// The upstreams that could not be reached recently. This is a plain value, driven by
/// ``OutageTransport``.
///
/// An outage lasts from a request that found no connection to the first one that finds one. If
/// failures are quick, each request in between makes its own attempt, without retries. If they take
/// long (packets without replies), requests fail at once, and one every ``interval`` is a probe.
struct Outages: Sendable {
    enum Admission: Hashable {
        /// No outage is known.
        case ask
        /// Send without retries: the last request has made them all.
        case askOnce
        /// Fail, and probe upstream in the background.
        case probe(UpstreamFailure)
        case fail(UpstreamFailure)
    }

    private struct Outage {
        let failure: UpstreamFailure
        let isSlow: Bool
        let probeAt: ContinuousClock.Instant
        var isProbed = false
    }

    /// Longest failure that every request may have for itself: three attempts at a closed port take
    /// 0.9 seconds with the waits between them.
    static let quick = Duration.seconds(2)
    static let interval = Duration.seconds(2)
    /// Avatars may be on any number of hosts.
    static let maximumHosts = 64

    /// By host and port.
    private var outages: [String: Outage] = [:]

    /// - Parameter isExplicit: the caller demands upstream's response and waits for it.
    mutating func admission(
        to authority: String, isExplicit: Bool, at now: ContinuousClock.Instant
    ) -> Admission {
        guard let outage = outages[authority] else { return .ask }
        guard outage.isSlow, !isExplicit else { return .askOnce }
        guard !outage.isProbed, now >= outage.probeAt else { return .fail(outage.failure) }
        outages[authority]?.isProbed = true
        return .probe(outage.failure)
    }

    /// Records the end of a request, however it was admitted. `error` is nil for a response.
    mutating func ended(
        _ authority: String, _ error: HTTPTransportError?, after duration: Duration,
        at now: ContinuousClock.Instant
    ) {
        switch error {
        case .unavailable(let failure) where failure.isOutage:
            makeRoom(for: authority)
            outages[authority] = Outage(
                failure: failure, isSlow: duration > Self.quick, probeAt: now + Self.interval)
        case .cancelled, .offline, .rateLimited:
            // This says nothing about upstream, which may not have been asked. Another request must
            // probe.
            outages[authority]?.isProbed = false
        default:
            outages[authority] = nil
        }
    }

    /// Removes the oldest outage if very many hosts cannot be reached.
    private mutating func makeRoom(for authority: String) {
        guard outages[authority] == nil, outages.count >= Self.maximumHosts,
            let first = outages.min(by: { $0.value.probeAt < $1.value.probeAt })
        else { return }
        outages[first.key] = nil
    }
}
