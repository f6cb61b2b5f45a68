/// Budgets that several servers with one token spend together.
///
/// GitHub's answers are the truth about a budget; a ledger spreads what they say, and counts what is
/// under way. No operation fails: a ledger that knows nothing lets every request go out.
package protocol LimitLedger: Sendable {
    /// Reserves one request, and waits while there is no room for it now. The wait is bounded.
    ///
    /// - Parameter resource: GitHub's name of the budget: `core`, `search`.
    func admit(_ credential: Secret, resource: String) async -> LimitAdmission

    /// Gives a reservation back. Does not wait.
    ///
    /// - Parameter report: what the answer said; nil if there was none.
    func settle(_ reservation: LimitReservation, _ report: LimitReport?)
}

package enum LimitAdmission: Hashable, Sendable {
    case granted(LimitReservation)
    case refused(RateLimitNotice)
    case cancelled
}

/// A request that counts as under way until it is given back.
package struct LimitReservation: Hashable, Sendable {
    /// What the ledger knows it under.
    package let id: String
    package let credential: Secret
    package let resource: String

    package init(id: String, credential: Secret, resource: String) {
        self.id = id
        self.credential = credential
        self.resource = resource
    }
}

/// What an answer says of a budget.
package struct LimitReport: Hashable, Sendable {
    /// The budget that GitHub named.
    package var resource: String
    package var limit: Int?
    package var remaining: Int?
    /// When the budget is full again, in seconds since 1970 by GitHub's clock. It names the window.
    package var reset: Int?
    /// Seconds until then.
    package var secondsToReset: Double?
    /// Seconds for which GitHub's secondary limit lasts.
    package var secondaryWait: Double?

    package init(resource: String) {
        self.resource = resource
    }
}

/// The ledger of a server by itself, which knows of no other.
package struct NoLimitLedger: LimitLedger {
    package init() {}

    package func admit(_ credential: Secret, resource: String) async -> LimitAdmission {
        .granted(LimitReservation(id: "", credential: credential, resource: resource))
    }

    package func settle(_ reservation: LimitReservation, _ report: LimitReport?) {}
}
