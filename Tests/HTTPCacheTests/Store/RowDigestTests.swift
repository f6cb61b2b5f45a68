import Foundation
import HTTPCore
import HTTPTypes
import SQLite
import TestSupport
import Testing

@testable import HTTPCache

/// A row that was changed behind the stores' back is missing, and can be replaced.
@Suite struct RowDigestTests {
    private let fixture: StoreFixture
    private let octocat = HTTPTransportRequest.get("/users/octocat")
    private let ada = HTTPTransportRequest.get("/users/ada")

    init() throws {
        fixture = try StoreFixture()
    }

    /// Fills every table: two responses, two results, two memos, a count and that of a client.
    private func fill() async throws {
        let store = fixture.store()
        for (name, request) in [("octocat", octocat), ("ada", ada)] {
            await fixture.keep("body of \(name)", for: request, in: store)
            let key = await store.key(of: request)
            let part = try #require(await store.response(for: key, fields: [:])).part
            await store.keep(
                StoredResult(
                    text: Array("stars of \(name)".utf8), expiresAt: fixture.clock.now + 60),
                for: name, credential: nil, parts: [part])
            await store.setMemo(name, Array("memo of \(name)".utf8), expiresAt: .distantFuture)
        }
        // The running writer may have taken the counts already.
        await store.flush()
        store.count { $0.hits += 7 }
        store.count(for: .anonymous) { $0.requests += 3 }
        await store.close()
    }

    /// A new process finds for octocat and ada either nothing or their own data.
    private func check(
        hits: Set<Int> = [0, 7], sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let store = fixture.store()
        for (name, request) in [("octocat", octocat), ("ada", ada)] {
            let result = await store.result(for: name, credential: nil)
            let memo = await store.memo(name)
            let found: [(own: String, text: String?)] = [
                ("body of \(name)", await fixture.text(for: request, in: store)),
                ("stars of \(name)", result.map { String(decoding: $0.text, as: UTF8.self) }),
                ("memo of \(name)", memo.map { String(decoding: $0, as: UTF8.self) }),
            ]
            for (own, text) in found {
                #expect(text == nil || text == own, sourceLocation: sourceLocation)
            }
        }
        let statistics = await store.statistics()
        #expect(hits.contains(statistics.lifetime.hits))
        #expect([nil, 3].contains(statistics.clients["anonymous"]?.requests))
        await store.close()
    }

    private func change(_ script: String) throws {
        try Connection(path: fixture.path).execute(script: script)
    }

    /// The columns of every table except for the id and the digest itself.
    private func columns() throws -> [(table: String, column: String)] {
        let connection = try Connection(path: fixture.path)
        var found: [(table: String, column: String)] = []
        try connection.forEach(
            """
            SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.name NOT IN ('id', 'digest')
            """
        ) { found.append(($0.text(0), $0.text(1))) }
        return found
    }

    @Test func `every column of every table is covered by its row's digest`() async throws {
        try await fill()
        let columns = try columns()
        #expect(Set(columns.map(\.table)) == Set(CacheTable.all.map(\.name)))
        #expect(CacheCheck.run(path: fixture.path) == .sound)
        for (table, column) in columns {
            try change("UPDATE \(table) SET \(column) = coalesce(\(column), '') || '1'")
            guard case .damaged(let problems) = CacheCheck.run(path: fixture.path) else {
                Issue.record("\(table).\(column) is not checked")
                continue
            }
            #expect(problems.allSatisfy { $0.contains("rows of \(table) differ") }, "\(problems)")
            await check()
            for name in try fixture.directory.names {
                try FileManager.default.removeItem(atPath: fixture.directory.file(name))
            }
            try await fill()
        }
    }

    @Test(arguments: [
        ("response", "url"), ("response", "body"), ("result", "question"), ("result", "text"),
        ("memo", "key"), ("memo", "value"),
    ])
    func `swapped rows never reach a client and are replaced`(
        table: String, column: String
    ) async throws {
        try await fill()
        try change(
            """
            CREATE TEMP TABLE was AS SELECT id, \(column) AS value FROM \(table);
            UPDATE \(table) SET \(column) = id || 'x';
            UPDATE \(table) SET \(column) = (SELECT value FROM was WHERE was.id != \(table).id)
            """)
        #expect(
            CacheCheck.run(path: fixture.path)
                == .damaged(["2 of 2 rows of \(table) differ from their digests"]))
        await check()
        #expect(CacheCheck.run(path: fixture.path) == .sound)
        #expect(
            fixture.log.messages == ["warning: cache file has damaged rows: they are removed"])
    }

    @Test func `a flipped bit anywhere in the file never reaches a client`() async throws {
        try await fill()
        let url = URL(fileURLWithPath: fixture.path)
        let sound = try Data(contentsOf: url)
        for offset in stride(from: 24, to: sound.count, by: 197) {
            for name in try fixture.directory.names {
                try FileManager.default.removeItem(atPath: fixture.directory.file(name))
            }
            var bytes = sound
            bytes[offset] ^= 1 << UInt8(offset % 8)
            try bytes.write(to: url)
            await check()
        }
    }

    @Test(arguments: [
        ("response", "status", "99999999"), ("response", "status", "-1"),
        ("result", "requests", "-\(Int64.max)"), ("result", "limited", "\(Int64.max)"),
        ("total", "count", "\(Int64.max)"), ("total", "count", "-\(Int64.max)"),
    ])
    func `a number out of bounds counts as damage even with a right digest`(
        table: String, column: String, value: String
    ) async throws {
        try await fill()
        let digest = try #require(CacheTable.all.first { $0.name == table }).digest([column: value])
        try change("UPDATE \(table) SET \(column) = \(value), digest = \(digest)")
        guard case .damaged = CacheCheck.run(path: fixture.path) else {
            Issue.record("\(column) is not checked")
            return
        }
        let store = fixture.store()
        store.count { $0.hits += 1 }
        await store.close()
        await check(hits: [1, 8])
    }

    @Test func `a damaged row is replaced by a sound one`() async throws {
        try await fill()
        try change("UPDATE response SET requestedAt = requestedAt + 1, body = x'00'")
        let store = fixture.store()
        await fixture.keep("new", for: octocat, in: store)
        await store.flush()
        await store.close()
        #expect(await fixture.text(for: octocat, in: fixture.store()) == "new")
    }

    @Test func `counts continue from the last sound ones`() async throws {
        try await fill()
        let store = fixture.store()
        store.count { $0.hits += 1 }
        #expect(await store.statistics().lifetime.hits == 8)
        await store.close()
        try change("UPDATE total SET count = \(Int64.max)")
        let again = fixture.store()
        again.count { $0.hits += 1 }
        #expect(await again.statistics().lifetime.hits == 1)
        await again.close()
        #expect(CacheCheck.run(path: fixture.path) == .sound)
    }

    @Test func `marking a row as used updates a new digest`() async throws {
        try await fill()
        fixture.clock.advance(3600)
        let store = fixture.store()
        #expect(await fixture.text(for: octocat, in: store) == "body of octocat")
        await store.close()
        let uses = "SELECT COUNT(DISTINCT usedAt) FROM response"
        #expect(try Connection(path: fixture.path).integer(uses) == 2)
        #expect(CacheCheck.run(path: fixture.path) == .sound)
    }
}
