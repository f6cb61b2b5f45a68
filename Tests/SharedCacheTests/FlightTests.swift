import Testing

@testable import SharedCache

@Suite struct FlightTests {
    /// Plays `events`, and returns what the flight wants next.
    private func step(after events: Flight.Event...) -> Flight.Step {
        var flight = Flight(jitter: 7)
        return events.reduce(flight.first) { _, event in flight.next(after: event, at: 0) }
    }

    private let absent = Flight.Event.read(version: "", isUsable: false)

    @Test func `a flight looks first`() {
        #expect(step() == .read)
    }

    @Test func `what is usable ends it`() {
        #expect(step(after: .read(version: "1", isUsable: true)) == .end(.found))
    }

    @Test func `what is not there is claimed as it was seen`() {
        #expect(step(after: absent) == .claim(seen: ""))
        #expect(step(after: .read(version: "5", isUsable: false)) == .claim(seen: "5"))
    }

    @Test func `what was published between look and claim is looked at`() {
        #expect(step(after: absent, .changed) == .read)
    }

    @Test func `who finds the lease taken waits, and claims again after a quarter of a second`() {
        #expect(step(after: absent, .busy) == .wait(milliseconds: 257))
        #expect(step(after: absent, .busy, .timeout) == .claim(seen: ""))
        #expect(step(after: absent, .busy, .timeout, .leased) == .end(.lease))
    }

    @Test func `a publication is looked at, an outcome taken over`() {
        #expect(step(after: absent, .busy, .published) == .read)
        #expect(step(after: absent, .busy, .outcome) == .end(.settled))
    }

    @Test func `trouble leaves the server alone at any step`() {
        #expect(step(after: .trouble) == .end(.alone))
        #expect(step(after: absent, .trouble) == .end(.alone))
        #expect(step(after: absent, .busy, .timeout, .trouble) == .end(.alone))
    }

    @Test(arguments: [.busy, .changed, .published] as [Flight.Event])
    func `a lease that is renewed for too long, or a slow engine, is not waited for`(
        event: Flight.Event
    ) {
        for (elapsed, isAlone) in [(Flight.patience - 1, false), (Flight.patience, true)] {
            var flight = Flight(jitter: 0)
            _ = flight.next(after: absent, at: 0)
            #expect((flight.next(after: event, at: elapsed) == .end(.alone)) == isAlone)
            #expect(flight.gaveUp == isAlone)
        }
    }

    @Test func `a flight that others always disturb ends at once`() {
        var flight = Flight(jitter: 0)
        let steps = (0..<101).map { _ in flight.next(after: .changed, at: 0) }
        #expect(steps.last == .end(.alone))
    }

    @Test func `a flight that waited and then leads has taken over`() {
        var flight = Flight(jitter: 0)
        _ = flight.next(after: absent, at: 0)
        _ = flight.next(after: .busy, at: 0)
        _ = flight.next(after: .timeout, at: 0)
        _ = flight.next(after: .leased, at: 0)
        #expect(flight.tookOver)
    }
}
