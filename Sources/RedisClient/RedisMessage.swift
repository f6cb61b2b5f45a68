/// A message that another client published.
package struct RedisMessage: Hashable, Sendable {
    package let channel: String
    package let payload: [UInt8]

    package init(channel: String, payload: [UInt8]) {
        (self.channel, self.payload) = (channel, payload)
    }

    /// Nil for other pushes, such as the confirmation of a subscription.
    init?(push elements: [RESPValue]) {
        guard elements.count == 3, elements[0].text == "message",
            let channel = elements[1].text, let payload = elements[2].bytes
        else { return nil }
        self.init(channel: channel, payload: payload)
    }
}
