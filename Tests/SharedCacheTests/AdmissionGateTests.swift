import Testing

@testable import SharedCache

@Suite struct AdmissionGateTests {
    @Test func `the next one asks when the one before has decided`() async {
        let gate = AdmissionGate(limit: 2)
        #expect(await gate.enter())
        async let second = gate.enter()
        gate.decide(isAdmitted: true)
        #expect(await second)
        gate.decide(isAdmitted: true)
        async let third = gate.enter()
        gate.leave()
        #expect(await third)
    }

    @Test func `a cancelled request leaves the queue`() async {
        let gate = AdmissionGate(limit: 1)
        #expect(await gate.enter())
        let waiting = Task { await gate.enter() }
        waiting.cancel()
        #expect(await waiting.value == false)
        gate.decide(isAdmitted: false)
        #expect(await gate.enter())
    }

    @Test func `a higher limit lets those in who wait`() async {
        let gate = AdmissionGate(limit: 0)
        async let first = gate.enter()
        gate.setLimit(1)
        #expect(await first)
    }
}
