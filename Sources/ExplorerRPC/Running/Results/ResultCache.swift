package import FoundationEssentials
package import HTTPCore
import Synchronization

/// Results in memory that are still fresh, so that an equal request is answered where it was read.
///
/// It holds results by method and params. It forgets everything (``removeAll()``) when any process
/// clears the cache, when a stored response is replaced, when the token changes, and when it would
/// exceed its size limit.
package final class ResultCache: Sendable {
    private struct Key: Hashable {
        let method: ObjectIdentifier
        let params: ArraySlice<UInt8>
    }

    private struct Entry {
        let result: StoredResult
        let storedAt: Date
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var generation = 0
        /// The last value of ``ResultCache/clears``.
        var clears: UInt64

        /// Forgets everything if a process has cleared the cache since.
        mutating func notice(_ now: UInt64) {
            guard now != clears else { return }
            clears = now
            removeAll()
            generation += 1
        }

        mutating func removeAll() {
            entries.removeAll()
            bytes = 0
        }

        mutating func remove(_ key: Key) {
            guard let old = entries.removeValue(forKey: key) else { return }
            bytes -= key.params.count + old.result.text.count
        }
    }

    /// The limit of keys and results together.
    private let maximumBytes: Int
    private let clock: @Sendable () -> Date
    private let clears: @Sendable () -> UInt64
    private let onHit: @Sendable (StoredResult) -> Void
    /// Returns the results in the cache file, where later processes find them.
    let file: @Sendable () -> StoredResults
    private let state: Mutex<State>

    /// The longest params and results that are kept; longer ones gain little.
    private static let maximumParams = 1024
    private static let maximumResult = 256 * 1024

    /// - Parameters:
    ///   - clears: a number that changes whenever any process clears the responses that results are
    ///     made of. It is read for each result and must cost next to nothing; so must `onHit`.
    ///   - onHit: called with each result that is found.
    ///   - file: returns the results in the cache file, for the current token.
    package init(
        maximumBytes: Int = 8 << 20, clock: @escaping @Sendable () -> Date = { Date() },
        clears: @escaping @Sendable () -> UInt64 = { 0 },
        onHit: @escaping @Sendable (StoredResult) -> Void = { _ in },
        file: @escaping @Sendable () -> StoredResults = { .none }
    ) {
        self.maximumBytes = maximumBytes
        self.clock = clock
        self.clears = clears
        self.onHit = onHit
        self.file = file
        state = Mutex(State(clears: clears()))
    }

    /// Changes with every ``removeAll()``. A result computed under an older one is not kept.
    var generation: Int {
        let clears = clears()
        return state.withLock { state in
            state.notice(clears)
            return state.generation
        }
    }

    func result(
        of method: any DocumentedMethod.Type, params: ArraySlice<UInt8>
    ) -> StoredResult? {
        guard params.count <= Self.maximumParams else { return nil }
        let key = Key(method: ObjectIdentifier(method), params: params)
        let now = clock()
        let clears = clears()
        let found: StoredResult? = state.withLock { state in
            state.notice(clears)
            guard let entry = state.entries[key] else { return nil }
            // A clock that was set back would keep a result fresh for too long.
            guard entry.storedAt <= now, now < entry.result.expiresAt else {
                state.remove(key)
                return nil
            }
            return entry.result
        }
        if let found { onHit(found) }
        return found
    }

    /// Keeps a result, which `params` find, if nothing has changed since `generation`.
    ///
    /// - Returns: whether it is kept.
    @discardableResult
    func store(
        _ result: StoredResult, of method: any DocumentedMethod.Type, params: ArraySlice<UInt8>,
        generation: Int
    ) -> Bool {
        let entry = Entry(result: result, storedAt: clock())
        let clears = clears()
        let size = params.count + result.text.count
        guard params.count <= Self.maximumParams, result.text.count <= Self.maximumResult,
            size <= maximumBytes
        else { return false }
        // A copy: the slice would keep the whole message it was cut from.
        let key = Key(method: ObjectIdentifier(method), params: ArraySlice(Array(params)))
        return state.withLock { state in
            state.notice(clears)
            guard state.generation == generation else { return false }
            state.remove(key)
            if state.bytes + size > maximumBytes { state.removeAll() }
            state.entries[key] = entry
            state.bytes += size
            return true
        }
    }

    package func removeAll() {
        state.withLock { state in
            state.removeAll()
            state.generation += 1
        }
    }
}
