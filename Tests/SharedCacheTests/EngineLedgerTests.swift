import GitHubUpstream
import RedisClient
import HTTPCore
import Secrets
import TestSupport
import Testing

@testable import SharedCache

/// Without an engine: each request is admitted by this server alone.
@Suite(.patience) struct EngineLedgerTests {
    @Test func `nothing of a token is kept after its last request`() async throws {
        let client = RedisClient(try RedisConfiguration(parsing: "redis://127.0.0.1:1"))
        let ledger = EngineLedger(
            EngineLink(client) { _ in }, serverID: "s", concurrency: 8, longestWait: .seconds(60),
            longestTransfer: .seconds(10), servers: { 1 })
        for number in 0..<50 {
            let credential = Secret("ghp_\(number)")
            let admissions = [
                await ledger.admit(credential, resource: "core"),
                await ledger.admit(credential, resource: "core"),
            ]
            #expect(ledger.sizes.gates == 1)
            for case .granted(let reservation) in admissions { ledger.settle(reservation, nil) }
        }
        #expect(ledger.sizes.gates == 0)
        await ledger.close()
        await client.shutdown()
    }
}
