import FoundationEssentials
import HTTPCache
import HTTPCore
import HTTPTypes
import Logging
import SQLite
import Secrets

/// A server that starts with a cache file, and is asked for everything that may be in it.
struct RowsSession: Sendable {
    /// The time of the whole session, in seconds since 1970.
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let longestLifetime = Double(ResponseFreshness.longestLifetime)
    /// No response that a server gets is longer.
    private static let longestBody = 64 << 20

    private let script: RowScript
    private let path: String

    init(_ script: RowScript, path: String) {
        (self.script, self.path) = (script, path)
    }

    func run() async -> Result<Void, Finding> {
        let empty = store()
        _ = await empty.statistics()
        await empty.close()
        do {
            try write()
            _ = CacheCheck.run(path: path)
            try await read()
            return .success(())
        } catch let error as Finding {
            return .failure(error)
        } catch {
            return .failure(Finding("\(error)"))
        }
    }

    private func store() -> ResponseStore {
        ResponseStore(
            path: path, logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() },
            clock: { Self.now })
    }

    /// Writes the rows with right or wrong digests. Rows that SQLite refuses are left out.
    private func write() throws {
        let connection = try Connection(path: path)
        defer { connection.close() }
        try connection.execute(script: "PRAGMA synchronous = OFF")
        try connection.transaction { connection in
            try connection.execute("DELETE FROM identityKey")
            let key = RowScript.Row(
                table: "identityKey", isSound: true, columns: [.blob(RowsTarget.key)])
            let hasKey = script.rows.contains { $0.table == "identityKey" }
            for row in (hasKey ? [] : [key]) + script.rows { try? write(row, connection) }
        }
    }

    private func write(_ row: RowScript.Row, _ connection: Connection) throws {
        var names: [String] = []
        try connection.forEach("SELECT name FROM pragma_table_info('\(row.table)')") { column in
            names.append(column.text(0))
        }
        // After its number and its digest.
        names.removeFirst(2)
        let values = names.indices.map { index in
            row.columns.indices.contains(index) ? row.columns[index] : .text("")
        }
        let list = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let digest = "digest128('\(row.table)', \(list))"
        try connection.forEach(
            """
            INSERT OR REPLACE INTO \(row.table) (digest, \(names.joined(separator: ", ")))
            VALUES (\(row.isSound ? digest : "substr(\(digest), 2) || x'00'"), \(list))
            """, arguments: values.map(\.bindable)
        ) { _ in }
    }

    // MARK: Reading

    private func read() async throws {
        let store = store()
        for credential in [nil, RowsTarget.token] {
            try await readResponses(store, credential)
            try await readResult(store, credential)
        }
        if let value = await store.memo("m") {
            try Finding.unless(
                isIn("memo", value, 3) { $0.bytes(0) == Array("m".utf8) },
                "a memo that no row has: \(value)")
        }
        try await readStatistics(store)
        _ = await store.clear(tag: "octocat")
        _ = await store.clear()
        let rest = await store.statistics()
        try Finding.unless(rest.entries == 0, "\(rest.entries) responses after a clear")
        await store.close()
        if case .damaged(let problems) = CacheCheck.run(path: path) {
            throw Finding("after a clear: \(problems)")
        }
    }

    private func readResponses(_ store: ResponseStore, _ credential: Secret?) async throws {
        let request = HTTPTransportRequest(
            head: HTTPRequest(
                method: .get, scheme: "https", authority: "api.github.com", path: "/users/octocat",
                headerFields: [.accept: "a"]), credential: credential)
        let identity = credential == nil ? [] : RowsTarget.identity
        let found = await store.response(
            for: await store.key(of: request), fields: request.head.headerFields)
        if let found { try check(found, request.url, identity) }
        let caching = CachingTransport(
            wrapping: NoUpstream(), store: store, isOffline: true, clock: { Self.now })
        if let response = try? await caching.send(request) {
            let expiry = response.provenance.expiresAt ?? Self.now
            try Finding.unless(
                expiry <= Self.now + Self.longestLifetime, "fresh until \(expiry)")
            if response.provenance.source == .cache {
                let fetchedAt = response.provenance.fetchedAt
                try Finding.unless(
                    fetchedAt <= Self.now && fetchedAt >= Self.now - Self.longestLifetime,
                    "fresh since \(fetchedAt)")
            }
        }
        await caching.close()
        let prefix = "https://api.github.com/users"
        for response in await store.newest(urlPrefix: prefix, credential: credential, limit: 5) {
            try Finding.unless(response.key.url.hasPrefix(prefix), response.key.url)
            try check(response, response.key.url, identity)
        }
    }

    private func check(
        _ response: StoredResponse, _ url: String, _ identity: [UInt8]
    ) throws(Finding) {
        try Finding.unless((200...599).contains(response.status), "status \(response.status)")
        try Finding.unless(response.body.count <= Self.longestBody, "a long body")
        try Finding.unless(
            isIn("response", response.body, 12) {
                $0.bytes(0) == Array(url.utf8) && $0.bytes(2) == identity
            }, "a response that no row has: \(response)")
    }

    private func readResult(_ store: ResponseStore, _ credential: Secret?) async throws {
        guard let result = await store.result(for: "q", credential: credential) else { return }
        let identity = credential == nil ? [] : RowsTarget.identity
        try Finding.unless(
            isIn("result", result.text, 7) {
                $0.bytes(0) == Array("q".utf8) && $0.bytes(1) == identity
            }, "a result that no row has: \(result)")
        try Finding.unless(
            result.expiresAt > Self.now && result.expiresAt <= Self.now + Self.longestLifetime,
            "a result until \(result.expiresAt)")
        let counts = 0...1_000_000
        try Finding.unless(
            counts.contains(result.requests) && counts.contains(result.limited), "\(result)")
    }

    private func readStatistics(_ store: ResponseStore) async throws(Finding) {
        let statistics = await store.statistics()
        let counts = statistics.lifetime
        for count in [counts.hits, counts.misses, counts.requestsSpared, statistics.bytes] {
            try Finding.unless((0...1 << 54).contains(count), "\(statistics)")
        }
        for date in [statistics.oldest, statistics.newest, statistics.since].compactMap(\.self) {
            try Finding.unless(Timestamp(date).description.utf8.count == 20, "\(date)")
        }
    }

    /// Whether a row with the right digest has the value in a column, deflated or not.
    private func isIn(
        _ table: String, _ value: [UInt8], _ column: Int,
        where isAboutThis: (RowScript.Row) -> Bool
    ) -> Bool {
        script.rows.contains { row in
            guard row.table == table, row.isSound, isAboutThis(row) else { return false }
            let bytes = row.bytes(column)
            let inflated = DeflatedBody(bytes: bytes, length: value.count)
            return bytes == value || (try? inflated.body()) == value
        }
    }
}

private struct NoUpstream: CheckingTransport {
    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse { throw .offline }

    func check(
        _ response: HTTPTransportResponse, for request: HTTPTransportRequest
    ) throws(HTTPTransportError) {}
}
