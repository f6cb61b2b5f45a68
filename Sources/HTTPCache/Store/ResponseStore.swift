package import FoundationEssentials
package import HTTPCore
package import HTTPTypes
package import Logging
import SQLite
package import Secrets
import Synchronization

/// The stored responses: a SQLite file that several processes may use at once.
///
/// Callers do not wait for writes: a stored response can be looked up at once and is in the file
/// shortly after. No operation fails: what cannot be written stays in memory, up to
/// ``PendingWrites/maximumBytes``, and is tried again with the next response (``DatabaseAccess``).
package final class ResponseStore: Sendable {
    package static let defaultMaximumBytes = 268_435_456

    struct State {
        var pending = PendingWrites()
        var writer: Task<Void, Never>?
        /// Bytes of bodies; see ``onRest``.
        var writtenSinceRest = 0
        var counts = CacheCounts()
        /// The part of ``counts`` that is not in the file yet.
        var unsaved = CacheCounts()
        /// What was done for clients that speak HTTP themselves, by the owner's name; not in the file yet.
        var clients: [String: ClientCounts] = [:]
        var hot = HotResponses()
        var writes = Writes()
        /// The key of ``Identity`` hashes, once it has been read.
        var identityKey: [UInt8]?
    }

    let path: String
    let maximumBytes: Int
    let clock: @Sendable () -> Date
    let access: DatabaseAccess
    let state = Mutex(State())
    let clearMark: ClearMark
    let onRest: @Sendable () -> Void
    /// Writes counts that come without responses.
    let counting = BackgroundTasks()

    /// - Parameters:
    ///   - path: the file; it is opened when first needed, and created with its directory, for the
    ///     owner only. `:memory:` for none.
    ///   - maximumBytes: the size limit of the file; the least recently used responses are removed.
    ///   - onRest: called when much has been written, and the memory for it is free.
    package init(
        path: String, maximumBytes: Int = defaultMaximumBytes, logger: Logger,
        clock: @escaping @Sendable () -> Date = { Date.now },
        onRest: @escaping @Sendable () -> Void = {}
    ) {
        self.path = path
        self.maximumBytes = maximumBytes
        self.clock = clock
        self.onRest = onRest
        clearMark = ClearMark(cachePath: path)
        access = DatabaseAccess(
            file: CacheFile(path: path, logger: logger, clock: clock), clearMark: clearMark)
    }

    /// A number that changes whenever any process clears the store. Costs one read of a few bytes.
    package var clears: UInt64 { clearMark.value }

    /// The key of the response to `request`.
    package func key(of request: HTTPTransportRequest) async -> CacheKey {
        // What a GET stored answers a HEAD.
        let method: HTTPRequest.Method =
            request.head.method == .head ? .get : request.head.method
        return CacheKey(
            identity: await identity(of: request.owner), method: method.rawValue, url: request.url)
    }

    func identity(of credential: Secret?) async -> Identity {
        // A closed store has no key; what is hashed without one is never stored.
        guard let credential else { return .anonymous }
        let key = await access.database()?.identityKey
        if let key { state.withLock { $0.identityKey = key } }
        return Identity(credential: credential, key: key ?? [])
    }

    /// The response that a client of HTTP got before, if it is still in memory. Does not wait.
    func hotResponse(to request: HTTPTransportRequest) -> StoredResponse? {
        let clears = clears
        return state.withLock { state in
            var identity = Identity.anonymous
            if let owner = request.owner {
                guard let key = state.identityKey else { return nil }
                identity = Identity(credential: owner, key: key)
            }
            let key = CacheKey(identity: identity, method: "GET", url: request.url)
            return state.hot.response(
                for: key, fields: request.head.headerFields, clears: clears)
        }
    }

    /// Changes whenever a response that was read before may be outdated.
    var hotMark: HotResponses.Mark {
        let clears = clears
        return state.withLock { HotResponses.Mark(clears: clears, changes: $0.hot.changes) }
    }

    /// A number that changes with each write to the URL.
    func generation(of url: String) -> UInt64 {
        state.withLock { $0.writes.generation(of: url) }
    }

    /// Keeps a response in memory for the next client, unless it may be outdated.
    ///
    /// - Parameter mark: ``hotMark`` before the response was read.
    func keepHot(_ response: StoredResponse, readAt mark: HotResponses.Mark) {
        var response = response
        response.directives = CacheControl(response.fields)
        response.prepared = PreparedForms()
        state.withLock { [response] in $0.hot.add(response, readAt: mark) }
    }

    /// The newest response of `key` whose `Vary` the request's `fields` satisfy, fresh or not.
    package func response(for key: CacheKey, fields: HTTPFields) async -> StoredResponse? {
        if let pending = state.withLock({ $0.pending.response(for: key, fields: fields) }) {
            return pending
        }
        let found = await access.read { database in
            try ResponseTable.response(for: key, fields: fields, in: database)
        }
        guard let row = found ?? nil else { return nil }
        markUsed(row)
        return row.response
    }

    /// The newest response to a GET of this URL that fits the request, of any owner, if its entity tag
    /// follows GitHub's rule.
    func verified(url: String, fields: HTTPFields) async -> StoredResponse? {
        if let pending = state.withLock({ $0.pending.verified(url: url, fields: fields) }) {
            return pending
        }
        return await access.read { database in
            try ResponseTable.verified(url: url, fields: fields, in: database)
        } ?? nil
    }

    /// Longest body that is stored, in bytes.
    var longestBody: Int { maximumBytes / 4 }

    /// Stores a response, replacing an older one with the same key and ``VaryingFields``.
    ///
    /// Waits only while more is pending than should be lost at once. A body of more than
    /// ``longestBody`` is not stored.
    package func store(_ response: StoredResponse) async {
        guard response.body.count <= longestBody else { return }
        let isFull = state.withLock { state in
            state.hot.remove { $0 == response.key }
            state.pending.add(response)
            return state.pending.isFull
        }
        beginWriting()
        if isFull { await flush() }
    }

    /// Removes all responses of `key`.
    package func remove(_ key: CacheKey) async {
        state.withLock { $0.hot.remove { $0 == key } }
        _ = await remove(where: { $0.key == key }) { try ResponseTable.remove(key, in: $0) }
    }

    /// Removes the responses to GETs of `url` of every identity, because it was written to (RFC
    /// 9111, section 4.4).
    package func invalidate(url: String) async {
        state.withLock { state in
            state.writes.note(url)
            state.hot.remove { $0.url == url }
        }
        let removed = await remove(where: { $0.key.url == url }) {
            try ResponseTable.remove(url: url, in: $0)
        }
        // Other processes may have it in memory too.
        if removed.value ?? 1 > 0 { await access.markCleared() }
    }

    /// The same for the URLs that satisfy `condition`.
    package func invalidate(where condition: @escaping @Sendable (_ url: String) -> Bool) async {
        state.withLock { state in
            state.writes.noteAny()
            state.hot.remove { condition($0.url) }
        }
        await flush()
        let urls = await access.read { try ResponseTable.urls(in: $0) } ?? []
        for url in urls.filter(condition) { await invalidate(url: url) }
    }

    /// Removes the pending responses that satisfy `condition`, and removes and counts those that
    /// `removal` finds in the file.
    func remove(
        where condition: (StoredResponse) -> Bool,
        _ removal: @escaping @Sendable (Connection) throws -> Int
    ) async -> AccessOutcome<Int> {
        await flush()
        state.withLock { $0.pending.remove(where: condition) }
        return await access.write(removal)
    }

    /// Responses with status 200 to GETs whose URL begins with `urlPrefix`, under the identity of
    /// `credential`, newest first.
    package func newest(
        urlPrefix: String, credential: Secret?, limit: Int
    ) async -> [StoredResponse] {
        await flush()
        let identity = await identity(of: credential)
        return await access.read { database in
            try ResponseTable.newest(
                urlPrefix: urlPrefix, identity: identity, limit: limit, in: database)
        } ?? []
    }

    /// Adds to the counts, which are written with the next batch.
    package func count(_ change: (inout CacheCounts) -> Void) {
        state.withLock { state in
            change(&state.counts)
            change(&state.unsaved)
        }
    }

    /// Adds to the counts of an owner. They are in the file a few seconds later.
    func count(for identity: Identity, _ change: (inout ClientCounts) -> Void) {
        state.withLock { change(&$0.clients[identity.name, default: ClientCounts()]) }
        counting.run("counts") { [self] in
            try? await Task.sleep(for: .seconds(2))
            beginWriting(counts: true)
        }
    }

    /// A precision of a minute is enough for least recent use, and avoids nearly all writes.
    private func markUsed(_ row: ResponseTable.Found) {
        let now = clock()
        guard abs(now.timeIntervalSince(row.response.usedAt)) >= 60 else { return }
        state.withLock { $0.pending.markUsed(row: row.id, at: now) }
        beginWriting()
    }
}
