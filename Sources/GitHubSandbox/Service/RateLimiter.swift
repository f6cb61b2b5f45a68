/// One budget, as in `X-RateLimit-*` and `/rate_limit`.
struct RateStatus: Hashable, Sendable {
    let name: String
    let limit: Int
    let used: Int
    /// When the window ends, in seconds since 1970.
    let reset: Int

    var remaining: Int {
        max(limit - used, 0)
    }
}

/// The remaining requests of each client, by resource.
///
/// A window begins with its first request. In a used-up window `used` equals the limit, however
/// many requests are refused, and refused requests do not extend it.
///
/// - SeeAlso: GitHub docs, "Rate limits for the REST API", also for the secondary limits: concurrent
///   requests, and points per minute.
struct RateLimiter: Sendable {
    /// Anonymous core requests per hour; the other budgets grow with it, beyond GitHub's own.
    var anonymousLimit: Int
    private var windows: [Key: (used: Int, reset: Int)] = [:]

    private struct Key: Hashable {
        let client: Int?
        let resource: Route.Resource
    }

    init(anonymousLimit: Int) {
        self.anonymousLimit = anonymousLimit
    }

    enum Admission {
        case admitted(RateStatus)
        case spent
        /// The request reaches a secondary limit, and is not counted.
        case tooFast
    }

    /// Takes one request from the budget of an authenticated account, or of all anonymous clients.
    mutating func admit(
        _ resource: Route.Resource, client: Int?, points: Int, inFlight: Int, now: Int
    ) -> Admission {
        if resource == .free { return .admitted(status(.core, client: client, now: now)) }
        guard take(1, from: resource, client, now) else { return .spent }
        guard inFlight <= 100 * scale, take(points, from: .points, client, now) else {
            _ = giveBack(resource, client: client, now: now)
            return .tooFast
        }
        return .admitted(status(resource, client: client, now: now))
    }

    private mutating func take(
        _ cost: Int, from resource: Route.Resource, _ client: Int?, _ now: Int
    ) -> Bool {
        var window = window(resource, client, now)
        guard window.used + cost <= limit(resource, client) else { return false }
        window.used += cost
        windows[Key(client: client, resource: resource)] = window
        return true
    }

    /// Returns the request of a 304, which costs nothing.
    mutating func giveBack(_ resource: Route.Resource, client: Int?, now: Int) -> RateStatus {
        let key = Key(client: client, resource: resource)
        if let used = windows[key]?.used, used > 0 { windows[key]?.used = used - 1 }
        return status(resource, client: client, now: now)
    }

    func status(_ resource: Route.Resource, client: Int?, now: Int) -> RateStatus {
        let window = window(resource, client, now)
        let limit = limit(resource, client)
        return RateStatus(
            name: resource.rawValue, limit: limit, used: min(window.used, limit),
            reset: window.reset)
    }

    /// The factor by which GitHub's secondary limits are multiplied.
    private var scale: Int { max(1, anonymousLimit / 60) }

    private func window(
        _ resource: Route.Resource, _ client: Int?, _ now: Int
    ) -> (used: Int, reset: Int) {
        if let window = windows[Key(client: client, resource: resource)], window.reset > now {
            return window
        }
        return (0, now + (resource == .search || resource == .points ? 60 : 3600))
    }

    private func limit(_ resource: Route.Resource, _ client: Int?) -> Int {
        switch (resource, client == nil) {
        case (.points, _): 900 * scale
        case (.search, true): max(10, anonymousLimit / 6)
        case (.search, false): max(30, anonymousLimit / 6)
        // Anonymous queries are refused before they are counted.
        case (.graphql, true): 0
        case (_, true): anonymousLimit
        case (_, false): max(5000, anonymousLimit)
        }
    }
}
