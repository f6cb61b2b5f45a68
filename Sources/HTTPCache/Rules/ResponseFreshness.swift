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
        /// Expired, and the caller accepts that (`max-stale`).
        case stale
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
    private let directives: CacheControl
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
        directives = response.directives ?? CacheControl(fields)
        let age = Self.age(fields, isStandard: policy.standard != nil)
        initialAge = Double(age) + max(0, receivedAt.timeIntervalSince(response.requestedAt))
        if directives.isNoCache {
            lifetime = policy.storesWithoutValidator ? policy.minimumLifetime : 0
            isUsableUnasked = policy.storesWithoutValidator
        } else {
            let shared = policy.standard?.isShared == true ? directives.sharedMaxAge : nil
            let explicit =
                shared ?? directives.maxAge
                ?? Self.expiry(
                    fields, receivedAt: receivedAt, isStrict: policy.standard != nil)
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
    /// A policy's `maximumAge` may extend this but does not shorten it: it expresses the wish of one
    /// caller, not a property of the response.
    package var expiresAt: Date {
        let wish = policy.standard == nil && isUsableUnasked ? policy.maximumAge ?? 0 : 0
        return receivedAt.addingTimeInterval(max(0, Double(max(lifetime, wish)) - initialAge))
    }

    /// - Parameter grace: seconds after its expiry for which the response may be used while it is
    ///   renewed. It does not apply if the caller sets a maximum age.
    package func use(at now: Date, grace: Int = 0) -> Use {
        guard !policy.revalidates, isUsableUnasked, let age = age(at: now) else {
            return .afterValidation
        }
        if let standard = policy.standard { return use(age: age, grace: grace, standard) }
        if age < Double(policy.maximumAge ?? lifetime) { return .fresh }
        guard policy.maximumAge == nil, age < Double(lifetime + grace) else {
            return .afterValidation
        }
        return .whileRevalidating
    }

    /// Section 4.2 with the directives of the request.
    private func use(age: Double, grace: Int, _ standard: StandardCaching) -> Use {
        var limit = policy.maximumAge ?? .max
        // A reload does not change what is immutable (RFC 8246, section 2).
        if limit == 0, directives.isImmutable { limit = .max }
        let needed = age + Double(standard.minimumFreshness)
        if age < Double(min(lifetime, limit)), needed <= Double(lifetime) { return .fresh }
        guard mayBeStale(standard), age < Double(limit), standard.minimumFreshness == 0 else {
            return .afterValidation
        }
        if age < Double(lifetime + standard.maximumStaleness) { return .stale }
        let grace = max(grace, directives.staleWhileRevalidate)
        return age < Double(lifetime + grace) ? .whileRevalidating : .afterValidation
    }

    /// Whether the response may be used although upstream was asked in vain: it could not be reached, or
    /// answered with a 5xx.
    package func isUsable(at now: Date, afterStatus status: Int?) -> Bool {
        guard let standard = policy.standard else { return true }
        guard mayBeStale(standard), !policy.revalidates, let age = age(at: now) else {
            return false
        }
        guard status != nil else { return true }
        let grace = max(directives.staleIfError, standard.staleIfError)
        return age < Double(lifetime + grace)
    }

    /// Section 4.2.4.
    private func mayBeStale(_ standard: StandardCaching) -> Bool {
        let isForbidden =
            directives.isNoCache || directives.mustRevalidate
            || (standard.isShared
                && (directives.proxyMustRevalidate || directives.sharedMaxAge != nil))
        return !isForbidden
    }

    /// The value of `Age`; the first of several, and 0 if it is no number (section 5.1).
    private static func age(_ fields: HTTPFields, isStandard: Bool) -> Int {
        let values = isStandard ? CacheControl.members(of: fields[.age] ?? "") : []
        return CacheControl.seconds((values.first ?? (fields[.age] ?? "")[...]).trimmingBlanks())
            ?? 0
    }

    /// `Expires` minus `Date`, otherwise 0 (section 4.2.1). An `Expires` that is not a date, such as `0`,
    /// is in the past.
    private static func expiry(
        _ fields: HTTPFields, receivedAt: Date, isStrict: Bool
    ) -> Int {
        guard let text = fields[.expires], !isStrict || DateForm.fits(text),
            let expires = Timestamp(httpDate: text)
        else { return 0 }
        let date = fields[.date].flatMap(Timestamp.init(httpDate:))?.date ?? receivedAt
        return Int(min(max(0, expires.date.timeIntervalSince(date)), Double(1 << 31)))
    }
}
