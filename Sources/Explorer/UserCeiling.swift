import FoundationEssentials
import GitHubAPI
import Synchronization

/// How far account ids go today: learned from GitHub by one search, once a day.
final class UserCeiling: Sendable {
    private struct Known {
        let id: Int
        let learnedAt: Date

        /// `ID SECONDS`, as it is remembered across restarts.
        init?(text: [UInt8]) {
            let parts = String(decoding: text, as: UTF8.self).split(separator: " ")
            guard parts.count == 2, let id = Int(parts[0]), id > 0, let seconds = Int(parts[1])
            else { return nil }
            self.init(id: id, learnedAt: Timestamp(secondsSince1970: seconds).date)
        }

        init(id: Int, learnedAt: Date) {
            self.id = id
            self.learnedAt = learnedAt
        }

        var text: [UInt8] {
            Array("\(id) \(Timestamp(learnedAt).secondsSince1970)".utf8)
        }
    }

    private struct State {
        var known: Known?
        /// After a search that gave nothing, no other is made before this.
        var retryAt: Date?
    }

    /// The newest id known in August 2025, for when GitHub cannot be asked and never was.
    static let fallback = 232_800_000

    private static let lifetime: TimeInterval = 86_400
    private static let retryDelay: TimeInterval = 60

    private let key: String
    private let state = Mutex(State())

    init(key: String) {
        self.key = key
    }

    /// The highest id to draw. Only ``GitHubError/cancelled`` is thrown: without an answer the
    /// last known value serves.
    func value(
        _ client: GitHubClient, _ environment: ExplorerEnvironment
    ) async throws(GitHubError) -> Int {
        let now = environment.now()
        var (known, retryAt) = state.withLock { ($0.known, $0.retryAt) }
        if known == nil {
            known = await environment.loadMemo(key).flatMap { Known(text: $0) }
        }
        if let known, abs(now.timeIntervalSince(known.learnedAt)) < Self.lifetime {
            remember(known)
            return known.id
        }
        if let retryAt, now < retryAt { return known?.id ?? Self.fallback }
        guard let id = try await newest(client) else {
            retryAt = now.addingTimeInterval(Self.retryDelay)
            state.withLock { [retryAt] in $0.retryAt = retryAt }
            return known?.id ?? Self.fallback
        }
        let learned = Known(id: id, learnedAt: now)
        remember(learned)
        await environment.saveMemo(key, learned.text)
        return id
    }

    private func remember(_ known: Known) {
        state.withLock { $0 = State(known: known, retryAt: nil) }
    }

    private func newest(_ client: GitHubClient) async throws(GitHubError) -> Int? {
        do throws(GitHubError) {
            let answer = try await client.searchUsers(
                query: "type:user", sort: "joined", order: "desc", page: 1, perPage: 1,
                FetchOptions())
            return answer.value.matches.items.first.map(\.user.id).flatMap { $0 > 0 ? $0 : nil }
        } catch {
            if error == .cancelled { throw error }
            return nil
        }
    }
}
