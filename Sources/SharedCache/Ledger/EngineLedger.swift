import GitHubUpstream
import HTTPCore
import RedisClient
import Secrets

/// The budgets of tokens, which all servers of one engine share.
///
/// Without the engine this server takes its share of the concurrent requests.
final class EngineLedger: LimitLedger {
    /// GitHub allows 100 concurrent requests; ten stay free for what else uses the token.
    private static let requestsAtOnce = 90
    /// GitHub allows 900 points per minute.
    private static let pointsPerMinute = 900

    private let link: EngineLink
    private let concurrency: Int
    private let longestWait: Duration
    /// A reservation expires after this number of milliseconds: its server is gone.
    private let reservationTime: Int64
    private let servers: @Sendable () -> Int
    let gates: AdmissionGates

    /// - Parameter servers: how many share the budgets, as last seen.
    init(
        _ link: EngineLink, concurrency: Int, longestWait: Duration, longestTransfer: Duration,
        servers: @escaping @Sendable () -> Int
    ) {
        self.link = link
        self.concurrency = concurrency
        self.longestWait = longestWait
        // As long again, for a wait behind transfers of other budgets.
        let time = min(longestTransfer * 2 + .seconds(5), .seconds(600))
        reservationTime = time.inMicroseconds / 1_000
        self.servers = servers
        gates = AdmissionGates(limit: concurrency)
    }

    func admit(_ credential: Secret, resource: String) async -> LimitAdmission {
        let budget = IdentityKeys(credential: credential).budget(resource)
        guard await gates.enter(budget) else { return .cancelled }
        let admission = await ask(credential, resource, budget)
        let isAdmitted = if case .granted = admission { true } else { false }
        gates.decide(budget, isAdmitted: isAdmitted)
        return admission
    }

    func settle(_ reservation: LimitReservation, _ report: LimitReport?) {
        let budget = IdentityKeys(credential: reservation.credential).budget(reservation.resource)
        gates.leave(budget)
        link.start(
            .settle, keys: [EngineKey.inFlight(budget), EngineKey.budget(budget)],
            [reservation.id] + Self.arguments(report))
    }

    private func ask(
        _ credential: Secret, _ resource: String, _ budget: String
    ) async -> LimitAdmission {
        let id = link.newToken()
        let begin = link.pace.now()
        while !Task.isCancelled {
            let result = await link.run(
                .admit,
                keys: [
                    EngineKey.budget(budget), EngineKey.inFlight(budget), EngineKey.points(budget),
                ],
                [id, reservationTime, Self.requestsAtOnce, Self.pointsPerMinute])
            let share = max(1, Self.requestsAtOnce / max(1, servers()))
            gates.setLimit(result == nil ? min(concurrency, share) : concurrency, of: budget)
            switch AdmissionReply(result?.reply, resource: resource) {
            case .granted:
                return .granted(
                    LimitReservation(id: id, credential: credential, resource: resource))
            case .closed(let notice): return .refused(notice)
            case .wait(let duration):
                if link.pace.now() - begin + duration > longestWait {
                    return .refused(
                        RateLimitNotice(after: duration, resource: resource, isSecondary: true))
                }
                let jitter = Duration.milliseconds(Int.random(in: 0..<25))
                try? await link.pace.sleep(min(duration, .seconds(1)) + jitter)
            }
        }
        return .cancelled
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
}
