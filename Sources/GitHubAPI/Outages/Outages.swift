import HTTPCore

/// Which upstreams could not be reached a moment ago. A plain value, driven by
/// ``OutageTransport``.
///
/// An outage begins with a request that found no connection, and ends with the first one that
/// does. What it decides is how the requests in between find out: where that is quick, each of
/// them looks for itself, but once; where it takes long (packets that nobody answers), they fail
/// at once, and one of them every ``interval`` has upstream looked for behind it.
struct Outages: Sendable {
    enum Admission: Hashable {
        /// Nothing is known against upstream.
        case ask
        /// Without retries: the last request has made them all.
        case askOnce
        /// Fail, while upstream is looked for.
        case probe(UpstreamFailure)
        case fail(UpstreamFailure)
    }

    private struct Outage {
        let failure: UpstreamFailure
        let isSlow: Bool
        let probeAt: ContinuousClock.Instant
        var isProbed = false
    }

    /// Longest failure that every request may have for itself: three attempts at a closed port
    /// take 0.9 seconds with the waits between them.
    static let quick = Duration.seconds(2)
    static let interval = Duration.seconds(2)

    /// By host and port.
    private var outages: [String: Outage] = [:]

    /// - Parameter isExplicit: the caller asks for upstream's own word, and waits for it.
    mutating func admission(
        to authority: String, isExplicit: Bool, at now: ContinuousClock.Instant
    ) -> Admission {
        guard let outage = outages[authority] else { return .ask }
        guard outage.isSlow, !isExplicit else { return .askOnce }
        guard !outage.isProbed, now >= outage.probeAt else { return .fail(outage.failure) }
        outages[authority]?.isProbed = true
        return .probe(outage.failure)
    }

    /// Learns from a request that ended, however it was admitted.
    ///
    /// - Parameter error: nil for a response, of any status.
    mutating func ended(
        _ authority: String, _ error: HTTPTransportError?, after duration: Duration,
        at now: ContinuousClock.Instant
    ) {
        switch error {
        case .unavailable(let failure) where failure.isOutage:
            outages[authority] = Outage(
                failure: failure, isSlow: duration > Self.quick, probeAt: now + Self.interval)
        case .cancelled, .offline:
            // It says nothing of upstream, but another request has to look.
            outages[authority]?.isProbed = false
        default:
            outages[authority] = nil
        }
    }
}
