import FoundationEssentials
import GitHubAPI
import HTTPCore
import JSONCore
import Synchronization

/// The highest account id, found by one search per day.
///
/// If the search finds no user, pages of users find it: an empty page shows that no id is higher
/// than the one at which it begins.
final class UserCeiling: Sendable {
    private struct Known {
        let id: Int
        let learnedAt: Date

        /// `ID SECONDS`, as saved across restarts.
        static func parsed(_ text: [UInt8]) -> Known? {
            let parts = String(decoding: text, as: UTF8.self).split(separator: " ")
            guard parts.count == 2, let id = Int(parts[0]), let seconds = Int(parts[1]),
                (1...WireInteger.range.upperBound).contains(id)
            else { return nil }
            return Known(id: id, learnedAt: Timestamp(secondsSince1970: seconds).date)
        }

        var text: [UInt8] {
            Array("\(id) \(Timestamp(learnedAt).secondsSince1970)".utf8)
        }
    }

    private struct State {
        var known: Known?
        /// The time of the next search after one that failed.
        var retryAt: Date?
    }

    /// The newest id in August 2025, used until GitHub can be asked for the first time.
    static let fallback = 232_800_000

    private static let lifetime: TimeInterval = 86_400
    private static let retryDelay: TimeInterval = 60

    private static let maximumProbes = 30
    private static let probeSize = GitHubClient.pageSize

    private let key: String
    private let state = Mutex(State())

    init(key: String) {
        self.key = key
    }

    /// The highest id to draw: if GitHub cannot be asked, the last one known. Throws only `cancelled`.
    func value(
        _ client: GitHubClient, _ environment: ExplorerEnvironment
    ) async throws(GitHubError) -> Int {
        let now = environment.now()
        let (remembered, retryAt) = state.withLock { ($0.known, $0.retryAt) }
        var known = remembered
        if known == nil {
            known = await environment.loadMemo(key).flatMap { Known.parsed($0) }
        }
        if let known, abs(now.timeIntervalSince(known.learnedAt)) < Self.lifetime {
            remember(known)
            return known.id
        }
        if let retryAt, now < retryAt { return known?.id ?? Self.fallback }
        switch try await newest(client) {
        case .found(let id):
            await remember(id, environment)
            return id
        case .none:
            return try await lower(from: .max, to: Self.fallback, client, environment)
        case .failed:
            state.withLock { $0.retryAt = now.addingTimeInterval(Self.retryDelay) }
            return known?.id ?? Self.fallback
        }
    }

    /// Lowers the ceiling from `former`, because no id is higher than `end`, and remembers it.
    ///
    /// If `end` is much lower, the highest id may be far below it too and is searched for first.
    func lower(
        from former: Int, to end: Int, _ client: GitHubClient, _ environment: ExplorerEnvironment
    ) async throws(GitHubError) -> Int {
        let isNear = end >= former - former / 8
        let (id, isFound) = isNear ? (end, true) : try await highest(below: end, client)
        if isFound {
            await remember(max(1, id), environment)
        } else {
            // A bound is remembered only until the next search may find the id.
            let age = Self.lifetime - Self.retryDelay
            let learnedAt = environment.now().addingTimeInterval(-age)
            remember(Known(id: max(1, id), learnedAt: learnedAt))
        }
        return max(1, id)
    }

    /// The highest id up to `end`. If GitHub cannot be asked, the lowest bound found so far, which
    /// is not the id.
    ///
    /// The next page begins at the geometric mean of the starts of a page with users and of an empty
    /// one: a dozen requests find thousands of ids below hundreds of millions.
    private func highest(
        below end: Int, _ client: GitHubClient
    ) async throws(GitHubError) -> (id: Int, isFound: Bool) {
        var (low, high) = (0, end)
        for _ in 0..<Self.maximumProbes where low < high {
            let isLast = high - low <= Self.probeSize
            let since = isLast ? low : Self.mean(low, high)
            let answer = try await answer { () throws(GitHubError) in
                try await client.users(since: since, perPage: Self.probeSize, FetchOptions())
            }
            guard let page = answer else { return (high, false) }
            let count = page.items.count + page.skipped
            if count == 0 {
                high = since
            } else if count < Self.probeSize, let last = page.items.map(\.id).max() {
                return (min(max(last, since), high), true)
            } else if isLast {
                return (high, true)
            } else {
                low = since
            }
        }
        return (high, true)
    }

    /// Nil if GitHub cannot be asked. Throws only `cancelled`.
    private func answer<Value>(
        _ request: () async throws(GitHubError) -> Response<Value>
    ) async throws(GitHubError) -> Value? {
        do throws(GitHubError) {
            return try await request().value
        } catch {
            if error == .cancelled { throw error }
            return nil
        }
    }

    /// A number between two that differ by more than 1.
    private static func mean(_ low: Int, _ high: Int) -> Int {
        let mean = Int((Double(max(low, 16)) * Double(high)).squareRoot())
        return min(max(mean, low + 1), high - 1)
    }

    private func remember(_ known: Known) {
        state.withLock { $0 = State(known: known, retryAt: nil) }
    }

    private func remember(_ id: Int, _ environment: ExplorerEnvironment) async {
        let learned = Known(id: id, learnedAt: environment.now())
        remember(learned)
        await environment.saveMemo(key, learned.text)
    }

    private enum Newest {
        case found(Int)
        /// The search succeeded and found no user.
        case none
        case failed
    }

    private func newest(_ client: GitHubClient) async throws(GitHubError) -> Newest {
        let answer: GitHubSearch<FoundUser>? = try await answer { () throws(GitHubError) in
            try await client.search(
                "users", query: "type:user", sort: "joined", order: "desc", page: 1, perPage: 1,
                FetchOptions())
        }
        guard let matches = answer?.matches else { return .failed }
        if let id = matches.items.first?.user.id, id > 0 { return .found(id) }
        return matches.isEmpty ? .none : .failed
    }
}
