import JSONCore

/// One HTTP response, and the way in which it is delivered.
struct Reply: Sendable {
    enum Delivery: Hashable, Sendable {
        case whole
        /// Head and half of the body, then the connection is closed.
        case truncated
        /// A few bytes at a time.
        case dripped
        /// The connection is reset, and nothing is sent.
        case reset
        /// Nothing is sent while the client waits.
        case never
    }

    var status: Int
    var headers: Fields
    var body: [UInt8] = []
    var delivery = Delivery.whole
    /// Milliseconds to wait before anything is sent.
    var delay = 0
    /// Whether it counts as under way until it has been sent.
    var isCounted = true

    static func text(_ text: String, type: String = "text/plain", status: Int) -> Reply {
        Reply(
            status: status, headers: [("Content-Type", "\(type); charset=utf-8")],
            body: Array(text.utf8))
    }

    static func control(_ body: JSONObject, status: Int = 200) -> Reply {
        Reply(
            status: status, headers: [("Content-Type", "application/json; charset=utf-8")],
            body: JSONValue.object(body).bytes, isCounted: false)
    }
}
