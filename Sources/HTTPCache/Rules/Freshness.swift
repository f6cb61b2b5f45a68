import FoundationEssentials
import HTTPCore
import HTTPTypes

/// How long a response may be used without asking upstream.
///
/// Nothing is guessed: a response without an explicit lifetime has only the shortest one that the
/// caller's policy gives.
///
/// - SeeAlso: RFC 9111, section 4.2.
package struct Freshness: Hashable, Sendable {
    /// What may be done with the response now.
    package enum Use: Hashable, Sendable {
        case fresh
        /// Past its time by so little that it may be given while it is renewed (RFC 5861).
        case whileRevalidating
        case afterValidation
    }

    /// In seconds, counted from when upstream made the response.
    package let lifetime: Int
    /// Age in seconds at ``receivedAt``.
    package let initialAge: Double
    package let receivedAt: Date

    private let policy: CachePolicy
    /// False where upstream wants to be asked each time.
    private let isUsableUnasked: Bool

    /// Works out the lifetime and the age at arrival.
    ///
    /// The age is `Age` plus the time that the exchange took. The `Date` field is not compared
    /// with our clock, which section 4.2.3 leaves open: a clock that is wrong by a day would
    /// otherwise make every response old on arrival.
    package init(
        fields: HTTPFields, requestedAt: Date, receivedAt: Date, policy: CachePolicy
    ) {
        self.receivedAt = receivedAt
        self.policy = policy
        let age = CacheControl.seconds((fields[.age] ?? "").trimmed) ?? 0
        initialAge = Double(age) + max(0, receivedAt.timeIntervalSince(requestedAt))
        let explicit = Self.explicitLifetime(fields, receivedAt: receivedAt)
        if CacheControl(fields).isNoCache {
            lifetime = policy.storesWithoutValidator ? policy.minimumLifetime : 0
            isUsableUnasked = policy.storesWithoutValidator
        } else {
            lifetime = max(explicit, policy.minimumLifetime)
            isUsableUnasked = true
        }
    }

    package init(_ response: StoredResponse, policy: CachePolicy) {
        self.init(
            fields: response.fields, requestedAt: response.requestedAt,
            receivedAt: response.receivedAt, policy: policy)
    }

    /// Age in seconds, or nil for a response from the future: the clock was set back since, and
    /// how long ago the response came cannot be known.
    package func age(at now: Date) -> Double? {
        guard now >= receivedAt else { return nil }
        return initialAge + now.timeIntervalSince(receivedAt)
    }

    /// When the response stops being fresh.
    ///
    /// A `maximumAge` of the policy puts this off, but does not bring it forward: it says what
    /// one caller wants, not what the response is worth.
    package var expiresAt: Date {
        let lengthened = isUsableUnasked ? max(lifetime, policy.maximumAge ?? 0) : lifetime
        return receivedAt.addingTimeInterval(max(0, Double(lengthened) - initialAge))
    }

    /// - Parameter grace: seconds past its time for which the response may be used while it is
    ///   renewed. A caller that says how old an answer may be gets none.
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

    /// `max-age`, else `Expires` less `Date`, else 0 (section 4.2.1). An `Expires` that is not a
    /// date, such as `0`, is in the past.
    private static func explicitLifetime(_ fields: HTTPFields, receivedAt: Date) -> Int {
        if let maxAge = CacheControl(fields).maxAge { return maxAge }
        guard let expires = fields[.expires].flatMap(HTTPDate.parse) else { return 0 }
        let date = fields[.date].flatMap(HTTPDate.parse) ?? receivedAt
        return Int(min(max(0, expires.timeIntervalSince(date)), Double(1 << 31)))
    }
}

extension String {
    fileprivate var trimmed: Substring {
        self[...].trimmingBlanks()
    }
}
