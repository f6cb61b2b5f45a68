import GitHubUpstream
import RedisClient
import HTTPCore
import Secrets
import TestSupport
import Testing

@testable import SharedCache

/// Without an engine, so this server alone admits each request.
@Suite(.patience) struct EngineLedgerTests {
    @Test func `the gate of a token is removed after its last request`() async throws {
        let client = RedisClient(try RedisConfiguration(parsing: "redis://127.0.0.1:1"))
        let ledger = EngineLedger(
            EngineLink(client), concurrency: 8, longestWait: .seconds(60),
            longestTransfer: .seconds(10), servers: { 1 })
        for number in 0..<50 {
            let credential = Secret("ghp_\(number)")
            let admissions = [
                await ledger.admit(credential, resource: "core"),
                await ledger.admit(credential, resource: "core"),
            ]
            #expect(ledger.gates.count == 1)
            for case .granted(let reservation) in admissions { ledger.settle(reservation, nil) }
        }
        #expect(ledger.gates.count == 0)
        await client.shutdown()
    }
}
