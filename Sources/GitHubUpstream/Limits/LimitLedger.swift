package import HTTPCore
package import Secrets

/// Budgets that several servers with one token spend together.
///
/// GitHub's responses state the truth about a budget; a ledger distributes it and counts the
/// requests under way. No operation fails: a ledger that knows nothing admits every request.
package protocol LimitLedger: Sendable {
    /// Reserves one request, and waits while there is no room for it. The wait is limited.
    ///
    /// - Parameter resource: GitHub's name of the budget: `core`, `search`.
    func admit(_ credential: Secret, resource: String) async -> LimitAdmission

    /// Gives a reservation back, and does not wait. `report` is the state of the budget in the response;
    /// nil without one.
    func settle(_ reservation: LimitReservation, _ report: LimitReport?)
}

package enum LimitAdmission: Hashable, Sendable {
    case granted(LimitReservation)
    case refused(RateLimitNotice)
    case cancelled
}

/// A request that counts as under way until it is returned.
package struct LimitReservation: Hashable, Sendable {
    /// The ledger's name for it.
    package let id: String
    package let credential: Secret
    package let resource: String

    package init(id: String, credential: Secret, resource: String) {
        self.id = id
        self.credential = credential
        self.resource = resource
    }
}
