import Testing

@testable import SharedCache

@Suite struct ClaimStateTests {
    /// Plays `events`, and returns the next step.
    private func step(after events: ClaimState.Event...) -> ClaimState.Step {
        var state = ClaimState(jitter: 7)
        return events.reduce(state.first) { _, event in state.next(after: event, at: 0) }
    }

    private let absent = ClaimState.Event.read(version: "", isUsable: false)

    @Test func `a claim begins with a read`() {
        #expect(step() == .read)
    }

    @Test func `a usable response ends the claim`() {
        #expect(step(after: .read(version: "1", isUsable: true)) == .end(.found))
    }

    @Test func `the lease is claimed for the version that was read`() {
        #expect(step(after: absent) == .claim(version: ""))
        #expect(step(after: .read(version: "5", isUsable: false)) == .claim(version: "5"))
    }

    @Test func `a publication between read and claim is read`() {
        #expect(step(after: absent, .changed) == .read)
    }

    @Test func `a claim waits for a held lease, and tries again after a quarter of a second`() {
        #expect(step(after: absent, .busy) == .wait(milliseconds: 257))
        #expect(step(after: absent, .busy, .timeout) == .claim(version: ""))
        #expect(step(after: absent, .busy, .timeout, .leased) == .end(.lease))
    }

    @Test func `a publication is read, and an outcome ends the claim`() {
        #expect(step(after: absent, .busy, .published) == .read)
        #expect(step(after: absent, .busy, .outcome) == .end(.settled))
    }

    @Test func `after trouble at any step the server continues alone`() {
        #expect(step(after: .trouble) == .end(.alone))
        #expect(step(after: absent, .trouble) == .end(.alone))
        #expect(step(after: absent, .busy, .timeout, .trouble) == .end(.alone))
    }

    @Test(arguments: [.busy, .changed, .published] as [ClaimState.Event])
    func `a claim gives up after 30 seconds`(
        event: ClaimState.Event
    ) {
        for (elapsed, isAlone) in [(ClaimState.patience - 1, false), (ClaimState.patience, true)] {
            var state = ClaimState(jitter: 0)
            _ = state.next(after: absent, at: 0)
            #expect((state.next(after: event, at: elapsed) == .end(.alone)) == isAlone)
            #expect(state.gaveUp == isAlone)
        }
    }

    @Test func `a claim gives up after 100 publications`() {
        var state = ClaimState(jitter: 0)
        let steps = (0..<101).map { _ in state.next(after: .changed, at: 0) }
        #expect(steps.last == .end(.alone))
    }

    @Test func `a claim that gets the lease after waiting has taken over`() {
        var state = ClaimState(jitter: 0)
        _ = state.next(after: absent, at: 0)
        _ = state.next(after: .busy, at: 0)
        _ = state.next(after: .timeout, at: 0)
        _ = state.next(after: .leased, at: 0)
        #expect(state.tookOver)
    }
}
