import FoundationEssentials
import GitHubUpstream
import HTTPCache
import HTTPCore
import RedisClient
import Secrets
import Synchronization

/// The budgets of tokens, which all servers of one engine share.
///
/// Without the engine this server takes its share of the concurrent requests.
final class EngineLedger: LimitLedger {
    /// GitHub allows 100 concurrent requests; ten stay free for what else uses the token.
    private static let requestsAtOnce = 90
    /// GitHub allows 900 points per minute.
    private static let pointsPerMinute = 900

    private struct State {
        /// The gates of budgets with requests that wait or run, and the number of those.
        var gates: [String: (gate: AdmissionGate, requests: Int)] = [:]
        /// The budgets that are used up according to the engine, and until when.
        var closed: [String: (notice: RateLimitNotice, until: EngineClock.Instant)] = [:]
        var reservations = 0
    }

    private let link: EngineLink
    private let serverID: String
    private let concurrency: Int
    private let longestWait: Duration
    /// A reservation expires after this number of milliseconds: its server is gone.
    private let reservationTime: Int64
    private let servers: @Sendable () -> Int
    private let background = BackgroundTasks()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - concurrency: most concurrent requests of this server.
    ///   - longestWait: a request that would wait longer for admission is refused at once.
    ///   - longestTransfer: the longest time of one attempt after it is sent.
    ///   - servers: the number of servers that share the budgets, as last seen.
    init(
        _ link: EngineLink, serverID: String, concurrency: Int, longestWait: Duration,
        longestTransfer: Duration, servers: @escaping @Sendable () -> Int
    ) {
        self.link = link
        self.serverID = serverID
        self.concurrency = concurrency
        self.longestWait = longestWait
        // The same again for a wait behind transfers of other budgets.
        let time = min(longestTransfer * 2 + .seconds(5), .seconds(600))
        reservationTime = time.inMicroseconds / 1_000
        self.servers = servers
    }

    func admit(_ credential: Secret, resource: String) async -> LimitAdmission {
        let budget = IdentityKeys(credential: credential).budget(resource)
        let gate = enter(budget)
        guard await gate.enter() else {
            leave(budget)
            return .cancelled
        }
        let admission = await ask(credential, resource, budget, gate)
        let isAdmitted = if case .granted = admission { true } else { false }
        gate.decide(isAdmitted: isAdmitted)
        if !isAdmitted { leave(budget) }
        return admission
    }

    func settle(_ reservation: LimitReservation, _ report: LimitReport?) {
        let budget = IdentityKeys(credential: reservation.credential).budget(reservation.resource)
        leave(budget)?.leave()
        background.run { [link] in
            _ = await link.run(
                .settle, keys: [EngineKey.inFlight(budget), EngineKey.budget(budget)],
                [reservation.id] + Self.arguments(report))
        }
    }

    /// Waits until pending messages have been sent.
    func close() async {
        await background.waitForAll()
    }

    private func ask(
        _ credential: Secret, _ resource: String, _ budget: String, _ gate: AdmissionGate
    ) async -> LimitAdmission {
        let reservation = LimitReservation(
            id: nextID(), credential: credential, resource: resource)
        let begin = link.pace.now()
        while !Task.isCancelled {
            if let notice = knownNotice(budget) { return .refused(notice) }
            let result = await link.run(
                .admit,
                keys: [
                    EngineKey.budget(budget), EngineKey.inFlight(budget), EngineKey.points(budget),
                ],
                [reservation.id, reservationTime, Self.requestsAtOnce, Self.pointsPerMinute])
            let share = max(1, Self.requestsAtOnce / max(1, servers()))
            gate.setLimit(result == nil ? min(concurrency, share) : concurrency)
            switch Self.answer(result?.reply, resource: resource) {
            case .granted: return .granted(reservation)
            case .closed(let notice):
                close(budget, notice)
                return .refused(notice)
            case .wait(let duration):
                if link.pace.now() - begin + duration > longestWait {
                    let seconds = max(1, Int(duration.inSeconds.rounded(.up)))
                    return .refused(
                        RateLimitNotice(
                            resource: resource, resetAt: Date.now + Double(seconds),
                            retryAfter: seconds, isSecondary: true))
                }
                let jitter = Duration.milliseconds(Int.random(in: 0..<25))
                try? await link.pace.sleep(min(duration, .seconds(1)) + jitter)
            }
        }
        return .cancelled
    }

    private enum Answer {
        case granted
        case wait(Duration)
        case closed(RateLimitNotice)
    }

    /// After an unreadable reply the request is sent: GitHub decides.
    private static func answer(_ reply: [RESPValue]?, resource: String) -> Answer {
        switch reply?.first?.text {
        case "wait":
            guard let wait = reply?.last?.integer, (0...120_000).contains(wait) else {
                return .granted
            }
            return .wait(.milliseconds(max(10, wait)))
        case "closed":
            guard let reply, reply.count == 5, let isSecondary = reply[1].integer,
                let wait = reply[2].integer, (0...3_700_000).contains(wait)
            else { return .granted }
            let seconds = min(
                max(1, Int((Double(wait) / 1000).rounded(.up))), RateLimitNotice.longestWait)
            func count(_ value: RESPValue) -> Int? {
                value.integer.flatMap { (0...1 << 53).contains($0) ? Int($0) : nil }
            }
            return .closed(
                RateLimitNotice(
                    resource: resource, limit: count(reply[3]), remaining: count(reply[4]),
                    resetAt: Date.now + Double(seconds), retryAfter: seconds,
                    isSecondary: isSecondary == 1))
        default: return .granted
        }
    }

    private static func arguments(_ report: LimitReport?) -> [any RedisArgument] {
        func milliseconds(_ seconds: Double?) -> any RedisArgument {
            seconds.map { Int64(min(max($0, 0), Double(RateLimitNotice.longestWait)) * 1000) } ?? ""
        }
        let secondary = milliseconds(report?.secondaryWait)
        // A window without its end is useless.
        guard let report, let wait = report.secondsToReset else {
            return ["", "", "", "", secondary]
        }
        return [
            report.reset ?? "", milliseconds(wait), report.remaining ?? "", report.limit ?? 0,
            secondary,
        ]
    }

    /// A request of the budget begins to wait.
    private func enter(_ budget: String) -> AdmissionGate {
        state.withLock { state in
            let (gate, requests) =
                state.gates[budget] ?? (AdmissionGate(limit: concurrency), 0)
            state.gates[budget] = (gate, requests + 1)
            return gate
        }
    }

    /// A request of the budget has ended, or was refused. The last one removes the gate.
    @discardableResult
    private func leave(_ budget: String) -> AdmissionGate? {
        state.withLock { state in
            guard let (gate, requests) = state.gates[budget] else { return nil }
            state.gates[budget] = requests > 1 ? (gate, requests - 1) : nil
            return gate
        }
    }

    /// The budgets with requests that wait or run, and those known to be used up.
    var sizes: (gates: Int, closed: Int) {
        state.withLock { ($0.gates.count, $0.closed.count) }
    }

    private func nextID() -> String {
        state.withLock { state in
            state.reservations += 1
            return "\(serverID).\(state.reservations)"
        }
    }

    private func close(_ budget: String, _ notice: RateLimitNotice) {
        let now = link.pace.now()
        state.withLock { state in
            state.closed = state.closed.filter { $0.value.until > now }
            state.closed[budget] = (notice, now + .seconds(notice.retryAfter))
        }
    }

    /// The notice of a budget that is known to be used up, with the remaining time.
    private func knownNotice(_ budget: String) -> RateLimitNotice? {
        state.withLock { state in
            guard let (known, until) = state.closed[budget] else { return nil }
            var notice = known
            let left = (until - link.pace.now()).inSeconds
            guard left > 0 else {
                state.closed[budget] = nil
                return nil
            }
            notice.retryAfter = max(1, Int(left.rounded(.up)))
            return notice
        }
    }
}
