import LinuxSystem

/// All accounts of a sandbox, as pure functions of the seed and an id.
///
/// Only changes are stored (``overlay``). About one id in six does not exist; of every sixteen
/// neighbors at least one does. A few thousand accounts, spread evenly, are *notable*: they form
/// the long tails of followers, repositories and stars, and can be listed by rank, which makes a
/// search over two hundred million accounts possible.
struct World: Sendable {
    /// The current day in every world.
    static let today = day(2026, 6, 30)

    /// The start of a day, in seconds since 1970.
    static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        UTCDate.secondsSince1970(year: year, month: month, day: day)
    }

    let seed: UInt64
    /// Highest id, including gaps.
    let users: Int
    var overlay = Overlay()
    let notables: Notables
    private let logins: Logins

    init(seed: UInt64, users: Int) {
        self.seed = seed
        // Logins encode 32 bits of id.
        self.users = min(max(users, 1), Int(UInt32.max))
        notables = Notables(seed: seed, users: self.users)
        logins = Logins(seed: seed)
    }

    func account(id: Int) -> Account? {
        guard exists(id) else { return nil }
        let kind = kind(id)
        let login = overlay.logins[id] ?? Special.byID[id]?.account.login ?? logins.login(id, kind)
        return Account(id: id, login: login, kind: kind)
    }

    /// The account `login`, in any case.
    func account(login: String) -> Account? {
        if let id = overlay.ids[login.lowercased()] { return account(id: id) }
        guard let id = generatedID(login: login), overlay.logins[id] == nil else { return nil }
        return account(id: id)
    }

    /// The account that had `login` before it was renamed.
    func account(formerLogin login: String) -> Account? {
        guard account(login: login) == nil else { return nil }
        return overlay.formerIDs[login.lowercased()].flatMap { account(id: $0) }
    }

    /// Existing accounts with ids above `id`, in order.
    func accounts(after id: Int, limit: Int, where isWanted: (Account) -> Bool) -> [Account] {
        var found: [Account] = []
        var next = max(id, 0)
        while found.count < limit, let candidate = firstID(after: next) {
            next = candidate
            if let account = account(id: candidate), isWanted(account) { found.append(account) }
        }
        return found
    }

    /// The nearest existing id above `id`; the special accounts of a small world are beyond its
    /// end.
    func firstID(after id: Int) -> Int? {
        // All ids, of worlds and of special accounts, are within this range.
        var next = min(max(id, 0), 1 << 40) + 1
        while next <= users {
            if exists(next) { return next }
            next += 1
        }
        return Special.all.map(\.account.id).filter { $0 >= next && exists($0) }.min()
    }

    func exists(_ id: Int) -> Bool {
        !overlay.deleted.contains(id) && isGenerated(id)
    }

    /// Whether the account existed when the world began.
    func isGenerated(_ id: Int) -> Bool {
        if Special.byID[id] != nil { return true }
        guard (1...users).contains(id) else { return false }
        let group = (id - 1) / 16
        if id == certainID(group) || notables.rank(of: id) != nil { return true }
        var draw = Draw(seed: seed, id, .existence)
        return !draw.oneIn(6)
    }

    /// The id in a group that always exists, so that a group is never empty.
    private func certainID(_ group: Int) -> Int {
        var draw = Draw(seed: seed, -1 - group, .existence)
        return min(group * 16 + 1 + draw.below(16), users)
    }

    private func generatedID(login: String) -> Int? {
        let lowercased = login.lowercased()
        if let special = Special.byLogin[lowercased] { return special.account.id }
        guard let id = logins.id(lowercased), Special.byID[id] == nil,
            logins.login(id, kind(id)).lowercased() == lowercased
        else { return nil }
        return id
    }

    func kind(_ id: Int) -> Account.Kind {
        if let special = Special.byID[id] { return special.account.kind }
        var draw = Draw(seed: seed, id, .kind)
        switch draw.below(1000) {
        case 0..<80: return .organization
        case 80..<84: return .bot
        default: return .user
        }
    }
}
