import Testing

@testable import SharedCache

@Suite struct AdmissionGatesTests {
    @Test func `a request asks for admission after the previous one has been decided`() async {
        let gates = AdmissionGates(limit: 2)
        #expect(await gates.enter("core"))
        async let second = gates.enter("core")
        gates.decide("core", isAdmitted: true)
        #expect(await second)
        gates.decide("core", isAdmitted: true)
        async let third = gates.enter("core")
        gates.leave("core")
        #expect(await third)
    }

    @Test func `requests of different budgets do not wait for each other`() async {
        let gates = AdmissionGates(limit: 1)
        #expect(await gates.enter("core"))
        #expect(await gates.enter("search"))
    }

    @Test func `a cancelled request leaves the queue`() async {
        let gates = AdmissionGates(limit: 1)
        #expect(await gates.enter("core"))
        let waiting = Task { await gates.enter("core") }
        waiting.cancel()
        #expect(await waiting.value == false)
        gates.decide("core", isAdmitted: false)
        #expect(await gates.enter("core"))
    }

    @Test func `a higher limit admits waiting requests`() async {
        let gates = AdmissionGates(limit: 1)
        #expect(await gates.enter("core"))
        gates.decide("core", isAdmitted: true)
        async let second = gates.enter("core")
        gates.setLimit(2, of: "core")
        #expect(await second)
    }
}
