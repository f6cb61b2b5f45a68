import JSONCore

/// The result of `GET /_sandbox/stats`.
struct Statistics: Hashable, Sendable {
    /// Most bytes of paths that are kept; requests for further paths are counted together.
    static let maximumPathBytes = 1 << 20
    /// Represents all paths beyond the limit. No path equals it, because it has no slash.
    static let otherPaths = "other"

    private(set) var requests = 0
    private(set) var byPath: [String: Int] = [:]
    private var pathBytes = 0
    private(set) var notModified = 0
    /// The size of all bodies, compressed if they were sent so.
    private(set) var bodyBytes = 0
    private(set) var inFlight = 0
    private(set) var maxInFlight = 0

    mutating func begin(_ path: String) {
        requests += 1
        count(path)
        inFlight += 1
        maxInFlight = max(maxInFlight, inFlight)
    }

    /// A client that requests a million paths must not make the sandbox grow.
    private mutating func count(_ path: String) {
        if let known = byPath[path] {
            byPath[path] = known + 1
        } else if pathBytes + path.utf8.count <= Statistics.maximumPathBytes {
            byPath[path] = 1
            pathBytes += path.utf8.count
        } else {
            byPath[Statistics.otherPaths, default: 0] += 1
        }
    }

    mutating func answered(status: Int, bodyBytes: Int) {
        if status == 304 { notModified += 1 }
        self.bodyBytes += bodyBytes
    }

    mutating func end() {
        inFlight -= 1
    }

    /// Resets everything except the requests under way.
    mutating func reset() {
        let current = inFlight
        self = Statistics()
        inFlight = current
        maxInFlight = current
    }

    var body: JSONObject {
        let paths = byPath.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }
        return [
            "requests": JSONValue(requests),
            "byPath": .object(JSONObject(paths)),
            "notModified": JSONValue(notModified),
            "bodyBytes": JSONValue(bodyBytes),
            "inFlight": JSONValue(inFlight),
            "maxInFlight": JSONValue(maxInFlight),
        ]
    }
}
