package import FoundationEssentials
package import HTTPCore
import HTTPTypes

/// How long a response may be used without asking upstream.
///
/// There is no heuristic: a response without an explicit lifetime has only the minimum that the
/// caller's policy sets.
///
/// - SeeAlso: RFC 9111, section 4.2.
package struct ResponseFreshness: Hashable, Sendable {
    /// How the response may be used now.
    package enum Use: Hashable, Sendable {
        case fresh
        /// Expired so recently that it may be used while it is renewed (RFC 5861).
        case whileRevalidating
        case afterValidation
    }

    /// In seconds, counted from when upstream made the response. At most ``longestLifetime``.
    package let lifetime: Int
    /// Age in seconds at ``receivedAt``.
    package let initialAge: Double
    package let receivedAt: Date

    /// In seconds. No longer lifetime is believed, whoever states it.
    package static let longestLifetime = 31 * 86_400

    private let policy: CachePolicy
    /// False if upstream must be asked each time.
    private let isUsableUnasked: Bool

    /// Computes the lifetime, and the age at arrival.
    ///
    /// The age is `Age` plus the duration of the exchange. The `Date` field is not compared with
    /// the local clock, which section 4.2.3 permits: a clock that is wrong by a day would make
    /// every response old on arrival.
    package init(_ response: StoredResponse, policy: CachePolicy) {
        let fields = response.fields
        receivedAt = response.receivedAt
        self.policy = policy
        let age = CacheControl.seconds((fields[.age] ?? "")[...].trimmingBlanks()) ?? 0
        initialAge = Double(age) + max(0, receivedAt.timeIntervalSince(response.requestedAt))
        let explicit = Self.explicitLifetime(fields, receivedAt: receivedAt)
        if CacheControl(fields).isNoCache {
            lifetime = policy.storesWithoutValidator ? policy.minimumLifetime : 0
            isUsableUnasked = policy.storesWithoutValidator
        } else {
            lifetime = max(min(explicit, Self.longestLifetime), policy.minimumLifetime)
            isUsableUnasked = true
        }
    }

    /// Age in seconds. Nil for a response from the future: the clock has been set back since.
    package func age(at now: Date) -> Double? {
        guard now >= receivedAt else { return nil }
        return initialAge + now.timeIntervalSince(receivedAt)
    }

    /// When the response stops being fresh.
    ///
    /// A policy's `maximumAge` extends this but does not shorten it: it expresses the wish of one
    /// caller, not a property of the response.
    package var expiresAt: Date {
        let lengthened = isUsableUnasked ? max(lifetime, policy.maximumAge ?? 0) : lifetime
        return receivedAt.addingTimeInterval(max(0, Double(lengthened) - initialAge))
    }

    /// - Parameter grace: seconds after its expiry for which the response may be used while it is
    ///   renewed. It does not apply if the caller sets a maximum age.
    package func use(at now: Date, grace: Int = 0) -> Use {
        guard !policy.revalidates, isUsableUnasked, let age = age(at: now) else {
            return .afterValidation
        }
        if age < Double(policy.maximumAge ?? lifetime) { return .fresh }
        guard policy.maximumAge == nil, age < Double(lifetime + grace) else {
            return .afterValidation
        }
        return .whileRevalidating
    }

    /// `max-age`, otherwise `Expires` minus `Date`, otherwise 0 (section 4.2.1). An `Expires` that
    /// is not a date, such as `0`, is in the past.
    private static func explicitLifetime(_ fields: HTTPFields, receivedAt: Date) -> Int {
        if let maxAge = CacheControl(fields).maxAge { return maxAge }
        guard let expires = fields[.expires].flatMap(Timestamp.init(httpDate:)) else { return 0 }
        let date = fields[.date].flatMap(Timestamp.init(httpDate:))?.date ?? receivedAt
        return Int(min(max(0, expires.date.timeIntervalSince(date)), Double(1 << 31)))
    }
}
