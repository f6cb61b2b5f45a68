import Testing

@testable import SharedCache

@Suite struct FlightTests {
    /// Plays `events`, and returns what the flight wants next.
    private func step(after events: Flight.Event...) -> Flight.Step {
        var flight = Flight(jitter: 7)
        return events.reduce(flight.first) { _, event in flight.next(after: event) }
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

    @Test func `a lease that is renewed for too long is not waited for`() {
        var flight = Flight(jitter: 0)
        var step = flight.next(after: absent)
        var waits = 0
        while step != .end(.alone) {
            #expect(waits <= 120)
            step = flight.next(after: .busy)
            if case .wait = step {
                waits += 1
                _ = flight.next(after: .timeout)
            }
        }
        #expect(waits == 120)
    }

    @Test func `a flight that waited and then leads has taken over`() {
        var flight = Flight(jitter: 0)
        _ = flight.next(after: absent)
        _ = flight.next(after: .busy)
        _ = flight.next(after: .timeout)
        _ = flight.next(after: .leased)
        #expect(flight.tookOver)
    }
}
