/// Requests to GitHub that were not necessary.
package struct SparedRequests: Hashable, Sendable {
    package var all: Int
    /// Those that would have counted against a rate limit.
    package var limited: Int

    package init(all: Int = 0, limited: Int = 0) {
        self.all = all
        self.limited = limited
    }
}
