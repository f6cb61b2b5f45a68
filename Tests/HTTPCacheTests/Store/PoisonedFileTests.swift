import TestSupport
import Foundation
import HTTPCore
import HTTPTypes
import SQLite
import Testing

@testable import HTTPCache

/// Values in the file that no version has ever written.
@Suite struct PoisonedFileTests {
    private let fixture: StoreFixture
    private let octocat = HTTPTransportRequest.get("/users/octocat")

    init() throws {
        fixture = try StoreFixture()
    }

    private static let poisons = ["\(Int64.max)", "\(Int64.min)", "1e308", "'text'", "x'00ff'"]

    /// Fills a file, writes `poison` into a column of every row, and uses all of the store.
    private func check(_ poison: String, in column: String, of table: String) async throws {
        let store = fixture.store()
        await fixture.keep("body", for: octocat, in: store)
        let key = await store.key(of: octocat)
        let part = try #require(await store.response(for: key, fields: [:])).part
        await store.keep(
            StoredResult(
                text: Array("12 stars".utf8), expiresAt: fixture.clock.now + 60, requests: 2,
                limited: 1), for: "stars", credential: nil, parts: [part])
        await store.setMemo("memo", [1], expiresAt: fixture.clock.now + 60)
        store.count { $0.hits += 1 }
        await store.close()

        let connection = try Connection(path: fixture.path)
        try connection.execute("UPDATE OR IGNORE \(table) SET \(column) = \(poison)")
        connection.close()

        let again = fixture.store()
        _ = await again.result(for: "stars", credential: nil)
        _ = await again.memo("memo")
        _ = await fixture.text(for: octocat, in: again)
        _ = await again.newest(urlPrefix: octocat.url, credential: nil, limit: 5)
        again.count { $0.hits += 1 }
        await fixture.keep("new", for: octocat, in: again)
        await again.keep(
            StoredResult(
                text: Array("13 stars".utf8), expiresAt: fixture.clock.now + 60, requests: 2,
                limited: 1), for: "stars", credential: nil, parts: [part])
        let statistics = await again.statistics()
        #expect((0...1 << 54).contains(statistics.lifetime.hits))
        #expect(await fixture.text(for: octocat, in: again) == "new")
        await again.close()
        for name in try fixture.directory.names {
            try FileManager.default.removeItem(atPath: fixture.directory.file(name))
        }
    }

    @Test(arguments: [
        "response": ["status", "requestedAt", "receivedAt", "usedAt", "bodyLength", "body"],
        "result": ["savedAt", "expiresAt", "requests", "limited", "parts", "text"],
        "memo": ["savedAt", "expiresAt", "value"], "total": ["count", "since", "name"],
        "identityKey": ["bytes"],
    ])
    func `no number in any column traps`(table: String, columns: [String]) async throws {
        for column in columns {
            for poison in Self.poisons {
                try await check(poison, in: column, of: table)
            }
        }
    }
}
