import HTTPCore
import Testing

@testable import GitHubUpstream

@Suite struct OutagesTests {
    private static let host = "api.github.com"
    private static let start = ContinuousClock.now

    private var outages = Outages()

    private static let lost = UpstreamFailure(
        cause: .timeout, attempts: 3, isUnconnected: true)

    /// Ends a request with this failure, and returns what another one may do at `later`.
    private mutating func check(
        _ error: HTTPTransportError?, after duration: Duration, isExplicit: Bool = false,
        to host: String = Self.host, later: Duration = .zero, gives admission: Outages.Admission,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        outages.ended(Self.host, error, after: duration, at: Self.start)
        let next = outages.admission(to: host, isExplicit: isExplicit, at: Self.start + later)
        #expect(next == admission, sourceLocation: sourceLocation)
    }

    @Test mutating func `without a known outage a request is sent with retries`() {
        let admission = outages.admission(to: Self.host, isExplicit: false, at: Self.start)
        #expect(admission == .ask)
    }

    @Test(arguments: [UpstreamFailure.Cause.dns, .connect, .tls])
    mutating func `after a quick failure a request is sent once`(cause: UpstreamFailure.Cause) {
        let failure = UpstreamFailure(cause: cause)
        check(.unavailable(failure), after: .milliseconds(900), gives: .askOnce)
    }

    @Test(arguments: [UpstreamFailure.Cause.dns, .connect, .tls])
    mutating func `after a slow failure a request fails at once with the same error`(
        cause: UpstreamFailure.Cause
    ) {
        let failure = UpstreamFailure(cause: cause)
        check(.unavailable(failure), after: .seconds(30), gives: .fail(failure))
    }

    @Test mutating func `a timeout before connecting is an outage, one after it is not`() {
        check(.unavailable(Self.lost), after: .seconds(30), gives: .fail(Self.lost))
        let slow = UpstreamFailure(cause: .timeout)
        check(.unavailable(slow), after: .seconds(30), gives: .ask)
    }

    @Test(arguments: [UpstreamFailure.Cause.reset, .http])
    mutating func `an upstream that sends errors is reachable`(cause: UpstreamFailure.Cause) {
        check(.unavailable(UpstreamFailure(cause: cause)), after: .seconds(30), gives: .ask)
    }

    @Test mutating func `a forced refresh is sent once`() {
        check(
            .unavailable(Self.lost), after: .seconds(30), isExplicit: true, gives: .askOnce)
    }

    @Test mutating func `another host is not affected`() {
        check(
            .unavailable(Self.lost), after: .seconds(30), to: "avatars.githubusercontent.com",
            gives: .ask)
    }

    @Test mutating func `after the interval exactly one request probes upstream`() {
        check(
            .unavailable(Self.lost), after: .seconds(30), later: .seconds(2),
            gives: .probe(Self.lost))
        let second = outages.admission(
            to: Self.host, isExplicit: false, at: Self.start + .seconds(60))
        #expect(second == .fail(Self.lost))
    }

    @Test mutating func `an aborted probe is repeated by another request`() {
        outages.ended(
            Self.host, .unavailable(Self.lost), after: .seconds(30), at: Self.start)
        _ = outages.admission(to: Self.host, isExplicit: false, at: Self.start + .seconds(2))
        check(.cancelled, after: .zero, later: .seconds(2), gives: .probe(Self.lost))
    }

    @Test mutating func `a failed probe restarts the interval`() {
        outages.ended(
            Self.host, .unavailable(Self.lost), after: .seconds(30), at: Self.start)
        _ = outages.admission(to: Self.host, isExplicit: false, at: Self.start + .seconds(2))
        outages.ended(
            Self.host, .unavailable(Self.lost), after: .seconds(10),
            at: Self.start + .seconds(12))
        for (later, admission) in [
            (13, Outages.Admission.fail(Self.lost)), (14, .probe(Self.lost)),
        ] {
            let next = outages.admission(
                to: Self.host, isExplicit: false, at: Self.start + .seconds(later))
            #expect(next == admission)
        }
    }

    @Test mutating func `a request held back by a limit says nothing about upstream`() {
        outages.ended(
            Self.host, .unavailable(Self.lost), after: .seconds(30), at: Self.start)
        let notice = RateLimitNotice(resource: "core", retryAfter: 1, isSecondary: false)
        check(.rateLimited(notice), after: .zero, gives: .fail(Self.lost))
    }

    @Test mutating func `any response ends an outage`() {
        for error: HTTPTransportError? in [nil, .invalidBody(status: 200, reason: "")] {
            outages.ended(
                Self.host, .unavailable(Self.lost), after: .seconds(30), at: Self.start)
            check(error, after: .zero, gives: .ask)
        }
    }

    @Test mutating func `of very many unreachable hosts the first are forgotten`() {
        for number in 0..<100 {
            outages.ended(
                "host\(number)", .unavailable(UpstreamFailure(cause: .dns)), after: .zero,
                at: Self.start + .milliseconds(number))
        }
        let known = (0..<100).filter { number in
            outages.admission(to: "host\(number)", isExplicit: false, at: Self.start) == .askOnce
        }
        #expect(known == Array(36..<100))
    }
}
