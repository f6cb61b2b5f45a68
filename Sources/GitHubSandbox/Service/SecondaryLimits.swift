/// GitHub's secondary limits, as far as they are published: so much at once, and so much a minute.
///
/// - SeeAlso: GitHub docs, "Rate limits for the REST API", "About secondary rate limits".
struct SecondaryLimits: Sendable {
    /// Requests under way at once.
    private static let concurrency = 100
    /// Points a minute.
    private static let points = 900

    private var minutes: [Int?: Minute] = [:]

    private struct Minute {
        let end: Int
        var points = 0
    }

    /// Takes the request's points, or returns false and takes none if it is one too many.
    ///
    /// - Parameters:
    ///   - method: reads cost a point, writes five.
    ///   - client: the id of the signed-in account, or nil for all anonymous clients.
    ///   - underWay: requests at this moment, this one among them.
    ///   - scale: how many times GitHub's own limits are allowed.
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
