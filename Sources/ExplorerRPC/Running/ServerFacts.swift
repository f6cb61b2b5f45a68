/// The facts about the server in the result of `initialize`.
package struct ServerFacts: Sendable {
    package let framings: [String]
    package let maxMessageBytes: Int
    package let maxInFlight: Int

    package init(framings: [String], maxMessageBytes: Int, maxInFlight: Int) {
        self.framings = framings
        self.maxMessageBytes = maxMessageBytes
        self.maxInFlight = maxInFlight
    }
}
