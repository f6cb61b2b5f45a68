/// A response that another server has fetched.
package struct SharedResponse: Hashable, Sendable {
    package var content: SharedContent
    /// Seconds since upstream sent or confirmed it, by one clock; never too low.
    package var age: Double
    /// Seconds that the exchange with upstream took.
    package var delay: Double
    /// Upstream sent it after the caller began to wait.
    package var isNew: Bool

    package init(content: SharedContent, age: Double, delay: Double, isNew: Bool) {
        self.content = content
        self.age = age
        self.delay = delay
        self.isNew = isNew
    }
}
