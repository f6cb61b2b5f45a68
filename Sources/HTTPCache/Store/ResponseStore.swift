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
    }

    let path: String
    let maximumBytes: Int
    let clock: @Sendable () -> Date
    let access: DatabaseAccess
    let state = Mutex(State())
    let clearMark: ClearMark
    let onRest: @Sendable () -> Void

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
        CacheKey(
            identity: await identity(of: request.credential),
            method: request.head.method.rawValue, url: request.url)
    }

    func identity(of credential: Secret?) async -> Identity {
        // A closed store has no key; what is hashed without one is never stored.
        guard let credential else { return .anonymous }
        return Identity(credential: credential, key: await access.database()?.identityKey ?? [])
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

    /// Stores a response, replacing an older one with the same key and ``VaryingFields``.
    ///
    /// Waits only while more is pending than should be lost at once. A body of more than a quarter
    /// of the store is not stored.
    package func store(_ response: StoredResponse) async {
        guard response.body.count <= maximumBytes / 4 else { return }
        let isFull = state.withLock { state in
            state.pending.add(response)
            return state.pending.isFull
        }
        beginWriting()
        if isFull { await flush() }
    }

    /// Removes all responses of `key`.
    package func remove(_ key: CacheKey) async {
        _ = await remove(where: { $0.key == key }) { try ResponseTable.remove(key, in: $0) }
    }

    /// Removes the responses to GETs of `url` of every identity, because it was written to (RFC
    /// 9111, section 4.4).
    package func invalidate(url: String) async {
        _ = await remove(where: { $0.key.url == url }) {
            try ResponseTable.remove(url: url, in: $0)
        }
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

    /// A precision of a minute is enough for least recent use, and avoids nearly all writes.
    private func markUsed(_ row: ResponseTable.Found) {
        let now = clock()
        guard abs(now.timeIntervalSince(row.response.usedAt)) >= 60 else { return }
        state.withLock { $0.pending.markUsed(row: row.id, at: now) }
        beginWriting()
    }
}
