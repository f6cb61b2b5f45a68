import Testing

@testable import SharedCache

@Suite struct ClaimSimulationTests {
    /// Runs a thousand simulations, and returns the last of them.
    private func check(
        servers: Int, questions: Int, lifetime: Int, _ faults: ClaimSimulation.Faults,
        _ fact: (ClaimSimulation) -> Bool = { _ in true }
    ) {
        for seed in 0..<1_000 as Range<UInt64> {
            var simulation = ClaimSimulation(
                seed: seed, servers: servers, questions: questions, lifetime: lifetime,
                faults: faults)
            simulation.run()
            #expect(simulation.violations.isEmpty, "seed \(seed)")
            #expect(fact(simulation), "seed \(seed)")
        }
    }

    @Test func `without faults each response is fetched once`() {
        check(servers: 8, questions: 2, lifetime: 60_000, .none) {
            $0.transfers == [0: 1, 1: 1]
                && $0.askers.allSatisfy { $0.end != .alone && $0.end != .settled }
        }
    }

    @Test func `with faults every claim ends and no response is older than promised`() {
        check(servers: 6, questions: 2, lifetime: 60_000, .many)
    }

    @Test func `short-lived and refreshed responses are never older than promised`() {
        check(servers: 6, questions: 1, lifetime: 300, .many)
    }

    @Test func `each death of a server costs one more fetch`() {
        var faults = ClaimSimulation.Faults.none
        faults.deaths = 300
        check(servers: 6, questions: 1, lifetime: 60_000, faults) { simulation in
            let deaths = simulation.askers.count { $0.isGone }
            return simulation.transfers[0] == deaths + (deaths == 6 ? 0 : 1)
        }
    }
}
