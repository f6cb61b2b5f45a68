/// GitHub's secondary limits, as far as they are published: concurrent requests, and points per
/// minute.
///
/// - SeeAlso: GitHub docs, "Rate limits for the REST API", "About secondary rate limits".
struct SecondaryLimits: Sendable {
    /// Most concurrent requests.
    static let concurrency = 100
    /// Points per minute.
    static let points = 900

    private var minutes: [Int?: Minute] = [:]

    private struct Minute {
        let end: Int
        var points = 0
    }

    /// Takes the request's points, or returns false and takes none if the limit is exceeded.
    ///
    /// - Parameters:
    ///   - method: reads cost one point, writes five.
    ///   - client: the id of the authenticated account, or nil for all anonymous clients.
    ///   - underWay: the number of concurrent requests, including this one.
    ///   - scale: the factor by which GitHub's own limits are multiplied.
    ///   - now: seconds since 1970.
    mutating func take(
        _ method: String, client: Int?, underWay: Int, scale: Int, now: Int
    ) -> Bool {
        guard underWay <= SecondaryLimits.concurrency * scale else { return false }
        let known = minutes[client].flatMap { $0.end > now ? $0 : nil }
        var minute = known ?? Minute(end: now + 60)
        minute.points += method == "GET" || method == "HEAD" ? 1 : 5
        guard minute.points <= SecondaryLimits.points * scale else { return false }
        minutes[client] = minute
        return true
    }
}
