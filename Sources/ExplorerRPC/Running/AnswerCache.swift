import FoundationEssentials
import Synchronization

/// Whole answers that are still fresh, so that an equal request is answered where it was read.
///
/// Holds result texts by method and params, in canonical form and as they were sent, for no longer
/// than GitHub's freshness allows, and forgets everything when the world below changes
/// (``removeAll()``): the cache was cleared, here or by another process, a stored response was
/// replaced, or the identity changed. Memory is bounded by ``maximumBytes``; beyond it everything
/// is forgotten and filled anew.
package final class AnswerCache: Sendable {
    private struct Key: Hashable {
        let method: String
        let params: ArraySlice<UInt8>
    }

    private struct Answer {
        let result: [UInt8]
        let storedAt: Date
        let expiresAt: Date
        let spares: SparedRequests
    }

    private struct State {
        var answers: [Key: Answer] = [:]
        var bytes = 0
        var generation = 0
        var hits = 0
        var unreported = AnswerCounts()
        /// What ``clears`` said last.
        var clears: UInt64
    }

    /// Bound of keys and results together; a result that is found in two ways counts twice.
    package let maximumBytes: Int
    private let clock: @Sendable () -> Date
    private let clears: @Sendable () -> UInt64
    private let state: Mutex<State>

    /// Longest params or result kept; larger ones gain little from the shortcut.
    private static let maximumParams = 1024
    private static let maximumResult = 256 * 1024

    /// - Parameter clears: a number that changes whenever any process clears what answers are
    ///   made of. It is looked at for each answer, and must cost next to nothing.
    package init(
        maximumBytes: Int = 8 << 20, clock: @escaping @Sendable () -> Date = { Date() },
        clears: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.maximumBytes = maximumBytes
        self.clock = clock
        self.clears = clears
        state = Mutex(State(clears: clears()))
    }

    /// Answers given from here since the start.
    package var hits: Int {
        state.withLock { $0.hits }
    }

    /// Changes with every ``removeAll()``. An answer computed under an older one is not kept.
    package var generation: Int {
        let clears = clears()
        return state.withLock { state in
            Self.notice(clears, &state)
            return state.generation
        }
    }

    /// What was answered from here since this was last asked.
    package func takeCounts() -> AnswerCounts {
        state.withLock { state in
            defer { state.unreported = AnswerCounts() }
            return state.unreported
        }
    }

    package func result(of method: String, params: ArraySlice<UInt8>) -> [UInt8]? {
        guard params.count <= Self.maximumParams else { return nil }
        let now = clock()
        let clears = clears()
        return state.withLock { state in
            Self.notice(clears, &state)
            guard let answer = state.answers[Key(method: method, params: params)] else {
                return nil
            }
            // A clock that was set back would keep an answer fresh for too long.
            guard answer.storedAt <= now, now < answer.expiresAt else {
                Self.remove(Key(method: method, params: params), from: &state)
                return nil
            }
            state.hits += 1
            state.unreported.answers += 1
            state.unreported.spared += answer.spares
            return answer.result
        }
    }

    /// The answer to params that say the same in another way; from now on also found as `text`.
    package func result(
        of method: String, params: ArraySlice<UInt8>, sentAs text: ArraySlice<UInt8>?
    ) -> [UInt8]? {
        guard let result = result(of: method, params: params) else { return nil }
        guard let text, text != params, text.count <= Self.maximumParams else { return result }
        state.withLock { state in
            guard let answer = state.answers[Key(method: method, params: params)] else { return }
            insert(answer, method, text, into: &state)
        }
        return result
    }

    /// Keeps an answer, to be found by `params` and as `text`, if nothing has changed since
    /// `generation`.
    ///
    /// - Returns: whether it is kept.
    @discardableResult
    package func store(
        _ result: [UInt8], of method: String, params: ArraySlice<UInt8>,
        sentAs text: ArraySlice<UInt8>? = nil, until expiry: Date, generation: Int,
        spares: SparedRequests = SparedRequests()
    ) -> Bool {
        let answer = Answer(
            result: result, storedAt: clock(), expiresAt: expiry, spares: spares)
        let clears = clears()
        guard params.count <= Self.maximumParams, result.count <= Self.maximumResult,
            params.count + result.count <= maximumBytes
        else { return false }
        return state.withLock { state in
            Self.notice(clears, &state)
            guard state.generation == generation else { return false }
            insert(answer, method, params, into: &state)
            if let text, text != params, text.count <= Self.maximumParams {
                insert(answer, method, text, into: &state)
            }
            return true
        }
    }

    private func insert(
        _ answer: Answer, _ method: String, _ params: ArraySlice<UInt8>, into state: inout State
    ) {
        // A copy: the slice would keep the whole message it was cut from.
        let key = Key(method: method, params: ArraySlice(Array(params)))
        let size = params.count + answer.result.count
        Self.remove(key, from: &state)
        if state.bytes + size > maximumBytes {
            state.answers.removeAll()
            state.bytes = 0
        }
        state.answers[key] = answer
        state.bytes += size
    }

    package func removeAll() {
        state.withLock { Self.removeAll(from: &$0) }
    }

    private static func removeAll(from state: inout State) {
        state.answers.removeAll()
        state.bytes = 0
        state.generation += 1
    }

    /// Forgets everything if somebody has cleared the cache since.
    private static func notice(_ clears: UInt64, _ state: inout State) {
        guard clears != state.clears else { return }
        state.clears = clears
        removeAll(from: &state)
    }

    private static func remove(_ key: Key, from state: inout State) {
        guard let old = state.answers.removeValue(forKey: key) else { return }
        state.bytes -= key.params.count + old.result.count
    }
}
