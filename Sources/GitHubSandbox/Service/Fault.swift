/// Something that goes wrong on purpose, for the paths that a pattern matches.
struct Fault: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case reset
        case truncate
        case timeout
        case http500
        case http502
        case http503
        case malformed
        case wrongType
        case secondaryLimit
        case slowDrip

        /// Whether the request is answered as usual, and then spoiled.
        var spoilsAnswer: Bool {
            switch self {
            case .truncate, .malformed, .wrongType, .slowDrip: true
            default: false
            }
        }
    }

    let kind: Kind
    /// How many requests are still to be struck; nil for all.
    private(set) var timesLeft: Int?
    private let pattern: String

    /// - Parameters:
    ///   - pattern: a regular expression, looked for anywhere in the path without its query.
    ///   - times: how many requests are struck; nil for all until the faults are set again.
    init?(pattern: String, kind: Kind, times: Int?) {
        guard (try? Regex(pattern)) != nil else { return nil }
        self.pattern = pattern
        self.kind = kind
        timesLeft = times
    }

    /// Whether the fault strikes `path`; it is counted if it does.
    mutating func strikes(_ path: String) -> Bool {
        // Regex is not Sendable, so that the pattern is kept; it was tried in init.
        guard timesLeft != 0, let regex = try? Regex(pattern), path.contains(regex) else {
            return false
        }
        timesLeft = timesLeft.map { $0 - 1 }
        return true
    }
}
