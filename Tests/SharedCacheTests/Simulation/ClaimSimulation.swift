@testable import SharedCache

/// Servers that ask the same questions at the same time, on one engine, with faults.
///
/// Nothing waits: time is a number, and a seed determines what happens.
struct ClaimSimulation {
    struct Faults {
        /// Each in a thousand times. A suspension lasts a minute.
        var lostMessages = 0
        var lostKeys = 0
        var deaths = 0
        var suspensions = 0
        /// The engine does not reply.
        var troubles = 0
        /// Upstream fails.
        var failures = 0

        static let none = Faults()
        static let many = Faults(
            lostMessages: 100, lostKeys: 20, deaths: 30, suspensions: 20, troubles: 10,
            failures: 100)
    }

    struct Asker {
        let question: Int
        let begin: Int
        let isRefresh: Bool
        var state: ClaimState
        /// The number of the current wait, so that the timeout of an earlier one is ignored.
        var waits = 0
        var isWaiting = false
        var end: ClaimState.End?
        var endedAt: Int?
        var seen = ""
        /// Its server was killed.
        var isGone = false
        var message: ClaimState.Event?
    }

    private enum Action {
        case begin(Int)
        case read(Int)
        case claim(Int, seen: String)
        case timeout(Int, wait: Int)
        case message(question: Int, ClaimState.Event)
        case renew(Int)
        case arrive(Int, start: Int)
        case publish(Int, start: Int, receivedAt: Int)
        case fail(Int)
        case loseKeys
    }

    /// Longest time that one asker may take, with all its waits.
    static let bound = ClaimState.patience + 20_000

    private(set) var askers: [Asker] = []
    private(set) var transfers: [Int: Int] = [:]
    /// Facts that must never hold.
    private(set) var violations: [String] = []

    private let faults: Faults
    private let lifetime: Int
    private var random: SeededRandom
    private var engine = FakeEngine()
    private var agenda: [(time: Int, order: Int, action: Action)] = []
    private var order = 0
    private var now = 1
    private var holding: Set<Int> = []

    init(seed: UInt64, servers: Int, questions: Int, lifetime: Int, faults: Faults) {
        random = SeededRandom(seed: seed)
        self.faults = faults
        self.lifetime = lifetime
        for _ in 0..<servers {
            for question in 0..<questions {
                let begin = Int.random(in: 1..<300, using: &random)
                let jitter = Int.random(in: 0..<60, using: &random)
                let isRefresh = random.happens(lifetime < 10_000 ? 300 : 0)
                askers.append(
                    Asker(
                        question: question, begin: begin, isRefresh: isRefresh,
                        state: ClaimState(jitter: jitter)))
                schedule(.begin(askers.count - 1), in: begin - now)
            }
        }
    }

    mutating func run() {
        while let index = agenda.indices.min(by: {
            (agenda[$0].time, agenda[$0].order) < (agenda[$1].time, agenda[$1].order)
        }) {
            let next = agenda.remove(at: index)
            now = next.time
            carryOut(next.action)
            if random.happens(faults.lostKeys) { engine.loseEverything() }
        }
        for asker in askers where !asker.isGone {
            guard let endedAt = asker.endedAt else {
                violations.append("an asker waits forever")
                continue
            }
            if endedAt - asker.begin > Self.bound { violations.append("an asker waited too long") }
        }
    }

    private mutating func schedule(_ action: Action, in delay: Int) {
        order += 1
        agenda.append((now + max(0, delay), order, action))
    }

    private mutating func delay() -> Int { Int.random(in: 1...15, using: &random) }

    private mutating func carryOut(_ action: Action) {
        switch action {
        case .begin(let asker): take(asker, askers[asker].state.first)
        case .read(let asker): read(asker)
        case .claim(let asker, let seen):
            let event = engine.claim(
                askers[asker].question, seen: seen, by: asker, at: now)
            if event == .leased { askers[asker].seen = seen }
            tell(asker, random.happens(faults.troubles) ? .trouble : event)
        case .timeout(let asker, let wait):
            guard askers[asker].isWaiting, askers[asker].waits == wait else { return }
            tell(asker, .timeout)
        case .message(let question, let event): deliver(event, question)
        case .renew(let asker): renew(asker)
        case .arrive(let asker, let start):
            guard !askers[asker].isGone else { return }
            schedule(.publish(asker, start: start, receivedAt: now), in: publicationDelay())
        case .publish(let asker, let start, let receivedAt):
            publish(asker, start: start, receivedAt: receivedAt)
        case .fail(let asker):
            guard !askers[asker].isGone else { return }
            holding.remove(asker)
            if engine.release(askers[asker].question, by: asker) {
                schedule(.message(question: askers[asker].question, .outcome), in: delay())
            }
        case .loseKeys: engine.loseEverything()
        }
    }

    /// A suspended server does not publish for a minute.
    private mutating func publicationDelay() -> Int {
        random.happens(faults.suspensions) ? 60_000 : delay()
    }

    private mutating func take(_ asker: Int, _ step: ClaimState.Step) {
        guard !askers[asker].isGone else { return }
        askers[asker].isWaiting = false
        switch step {
        case .read: schedule(.read(asker), in: delay())
        case .claim(let seen): schedule(.claim(asker, seen: seen), in: delay())
        case .wait(let milliseconds):
            if let message = askers[asker].message {
                askers[asker].message = nil
                return tell(asker, message)
            }
            askers[asker].waits += 1
            askers[asker].isWaiting = true
            schedule(.timeout(asker, wait: askers[asker].waits), in: milliseconds)
        case .end(let end):
            askers[asker].end = end
            askers[asker].endedAt = now
            if case .lease = end { transfer(asker) }
        }
    }

    private mutating func tell(_ asker: Int, _ event: ClaimState.Event) {
        take(asker, askers[asker].state.next(after: event, at: now - askers[asker].begin))
    }

    private mutating func read(_ index: Int) {
        let asker = askers[index]
        if random.happens(faults.troubles) { return tell(index, .trouble) }
        let found = engine.responses[asker.question]
        let isNew = found.map { $0.receivedAt > asker.begin } ?? false
        let isFresh = found.map { now - $0.receivedAt < lifetime } ?? false
        let isUsable = isNew || isFresh && !asker.isRefresh
        if isUsable, let found {
            let promised = asker.isRefresh ? asker.begin : min(asker.begin, now - lifetime)
            if found.receivedAt < promised { violations.append("a response is too old") }
        }
        tell(
            index,
            .read(version: engine.version(asker.question), isUsable: isUsable))
    }

    private mutating func deliver(_ event: ClaimState.Event, _ question: Int) {
        for index in askers.indices
        where askers[index].question == question && askers[index].end == nil
            && !askers[index].isGone && askers[index].begin <= now
        {
            if random.happens(faults.lostMessages) { continue }
            if askers[index].isWaiting {
                tell(index, event)
            } else {
                askers[index].message = event
            }
        }
    }

    private mutating func transfer(_ asker: Int) {
        transfers[askers[asker].question, default: 0] += 1
        holding.insert(asker)
        if random.happens(faults.deaths) {
            askers[asker].isGone = true
            return
        }
        let time = random.happens(50) ? 5_000 : Int.random(in: 5..<400, using: &random)
        schedule(.renew(asker), in: 500)
        if random.happens(faults.failures) {
            schedule(.fail(asker), in: time)
        } else {
            schedule(.arrive(asker, start: now), in: time)
        }
    }

    private mutating func renew(_ asker: Int) {
        guard holding.contains(asker), !askers[asker].isGone else { return }
        engine.renew(askers[asker].question, seen: askers[asker].seen, by: asker, at: now)
        if let endedAt = askers[asker].endedAt, now - endedAt < 10_000 {
            schedule(.renew(asker), in: 500)
        }
    }

    private mutating func publish(_ asker: Int, start: Int, receivedAt: Int) {
        guard !askers[asker].isGone else { return }
        holding.remove(asker)
        let question = askers[asker].question
        let former = engine.responses[question]
        _ = engine.publish(question, by: asker, start: start, receivedAt: receivedAt)
        if let former, let current = engine.responses[question], current.start < former.start {
            violations.append("an old response replaced a newer one")
        }
        schedule(.message(question: question, .published), in: delay())
    }
}
