package import FoundationEssentials
package import HTTPCore
import Synchronization

/// Results that are still fresh, so that an equal request is answered where it was read.
///
/// It holds results by method and params, in canonical form and as they were sent, for as long as
/// they are fresh. It forgets everything (``removeAll()``) when any process clears the cache, when a
/// stored response is replaced, and when the token changes. If it exceeds ``maximumBytes``, it
/// forgets everything too.
package final class ResultCache: Sendable {
    private struct Key: Hashable {
        let method: String
        let params: ArraySlice<UInt8>

        /// In one step, where an array hashes each byte by itself.
        func hash(into hasher: inout Hasher) {
            hasher.combine(method)
            params.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private struct Entry {
        let result: StoredResult
        let storedAt: Date
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var generation = 0
        var unreported = CacheCounts()
        /// The last value of ``clears``.
        var clears: UInt64
    }

    /// The limit of keys and results together; a result with two keys counts twice.
    package let maximumBytes: Int
    private let clock: @Sendable () -> Date
    private let clears: @Sendable () -> UInt64
    private let state: Mutex<State>

    /// The longest params and results that are kept; longer ones gain little.
    private static let maximumParams = 1024
    private static let maximumResult = 256 * 1024

    /// - Parameter clears: a number that changes whenever any process clears the responses that
    ///   results are made of. It is read for each result and must cost next to nothing.
    package init(
        maximumBytes: Int = 8 << 20, clock: @escaping @Sendable () -> Date = { Date() },
        clears: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.maximumBytes = maximumBytes
        self.clock = clock
        self.clears = clears
        state = Mutex(State(clears: clears()))
    }

    /// Changes with every ``removeAll()``. A result computed under an older one is not kept.
    package var generation: Int {
        let clears = clears()
        return state.withLock { state in
            Self.notice(clears, &state)
            return state.generation
        }
    }

    /// The counts since the last call.
    package func takeCounts() -> CacheCounts {
        state.withLock { state in
            defer { state.unreported = CacheCounts() }
            return state.unreported
        }
    }

    package func result(of method: String, params: ArraySlice<UInt8>) -> [UInt8]? {
        entry(of: method, params: params)?.result.text
    }

    private func entry(of method: String, params: ArraySlice<UInt8>) -> Entry? {
        guard params.count <= Self.maximumParams else { return nil }
        let now = clock()
        let clears = clears()
        return state.withLock { state in
            Self.notice(clears, &state)
            guard let entry = state.entries[Key(method: method, params: params)] else {
                return nil
            }
            // A clock that was set back would keep a result fresh for too long.
            guard entry.storedAt <= now, now < entry.result.expiresAt else {
                Self.remove(Key(method: method, params: params), from: &state)
                return nil
            }
            state.unreported.hits += 1
            state.unreported.requestsSpared += entry.result.requests
            state.unreported.rateLimitSpared += entry.result.limited
            return entry
        }
    }

    /// The result of equal params in canonical form. From now on, `text` finds it too.
    package func result(
        of method: String, params: ArraySlice<UInt8>, sentAs text: ArraySlice<UInt8>?
    ) -> MethodResult? {
        guard let entry = entry(of: method, params: params) else { return nil }
        if let text, text != params, text.count <= Self.maximumParams {
            state.withLock { state in
                guard let entry = state.entries[Key(method: method, params: params)] else { return }
                insert(entry, method, text, into: &state)
            }
        }
        return MethodResult(text: entry.result.text, expiresAt: entry.result.expiresAt)
    }

    /// Keeps a result, which `params` and `text` find, if nothing has changed since `generation`.
    ///
    /// - Returns: whether it is kept.
    @discardableResult
    package func store(
        _ result: StoredResult, of method: String, params: ArraySlice<UInt8>,
        sentAs text: ArraySlice<UInt8>? = nil, generation: Int
    ) -> Bool {
        let entry = Entry(result: result, storedAt: clock())
        let clears = clears()
        guard params.count <= Self.maximumParams, result.text.count <= Self.maximumResult,
            params.count + result.text.count <= maximumBytes
        else { return false }
        return state.withLock { state in
            Self.notice(clears, &state)
            guard state.generation == generation else { return false }
            insert(entry, method, params, into: &state)
            if let text, text != params, text.count <= Self.maximumParams {
                insert(entry, method, text, into: &state)
            }
            return true
        }
    }

    private func insert(
        _ entry: Entry, _ method: String, _ params: ArraySlice<UInt8>, into state: inout State
    ) {
        // A copy: the slice would keep the whole message it was cut from.
        let key = Key(method: method, params: ArraySlice(Array(params)))
        let size = params.count + entry.result.text.count
        Self.remove(key, from: &state)
        if state.bytes + size > maximumBytes {
            state.entries.removeAll()
            state.bytes = 0
        }
        state.entries[key] = entry
        state.bytes += size
    }

    package func removeAll() {
        state.withLock { Self.removeAll(from: &$0) }
    }

    private static func removeAll(from state: inout State) {
        state.entries.removeAll()
        state.bytes = 0
        state.generation += 1
    }

    /// Forgets everything if a process has cleared the cache since.
    private static func notice(_ clears: UInt64, _ state: inout State) {
        guard clears != state.clears else { return }
        state.clears = clears
        removeAll(from: &state)
    }

    private static func remove(_ key: Key, from state: inout State) {
        guard let old = state.entries.removeValue(forKey: key) else { return }
        state.bytes -= key.params.count + old.result.text.count
    }
}
