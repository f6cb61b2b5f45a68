/// What `GET /_sandbox/stats` tells.
struct Statistics: Hashable, Sendable {
    private(set) var requests = 0
    private(set) var byPath: [String: Int] = [:]
    private(set) var notModified = 0
    /// Of all bodies, before any compression.
    private(set) var bodyBytes = 0
    private(set) var inFlight = 0
    private(set) var maxInFlight = 0

    mutating func begin(_ path: String) {
        requests += 1
        byPath[path, default: 0] += 1
        inFlight += 1
        maxInFlight = max(maxInFlight, inFlight)
    }

    mutating func answered(status: Int, bodyBytes: Int) {
        if status == 304 { notModified += 1 }
        self.bodyBytes += bodyBytes
    }

    mutating func end() {
        inFlight -= 1
    }

    /// Forgets everything but what is under way.
    mutating func reset() {
        let current = inFlight
        self = Statistics()
        (inFlight, maxInFlight) = (current, current)
    }

    var body: [UInt8] {
        BodyText.object {
            $0.member("requests", requests)
            $0.member("byPath") { text in
                for (path, count) in byPath.sorted(by: { $0.key < $1.key }) {
                    text.member(path, count)
                }
            }
            $0.member("notModified", notModified)
            $0.member("bodyBytes", bodyBytes)
            $0.member("inFlight", inFlight)
            $0.member("maxInFlight", maxInFlight)
        }
    }
}
