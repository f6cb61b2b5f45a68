/// Requests to GitHub that did not have to be made.
package struct SparedRequests: Hashable, Sendable {
    package var all: Int
    /// Those that would have counted against a rate limit.
    package var limited: Int

    package init(all: Int = 0, limited: Int = 0) {
        self.all = all
        self.limited = limited
    }

    static func += (left: inout SparedRequests, right: SparedRequests) {
        left.all += right.all
        left.limited += right.limited
    }
}

/// What an ``AnswerCache`` did.
package struct AnswerCounts: Hashable, Sendable {
    package var answers = 0
    package var spared = SparedRequests()

    package init() {}
}
