/// A deliberate failure, for requests whose path matches a glob.
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
    }

    let kind: Kind
    /// Matches the path without its query.
    let path: Glob
    /// The number of further requests that fail; nil for all until the faults are set again.
    var timesLeft: Int?
}

extension [Fault] {
    /// The first fault that applies to a request, counted.
    mutating func strike(_ path: String) -> Fault.Kind? {
        guard let index = firstIndex(where: { $0.timesLeft != 0 && $0.path.matches(path) })
        else { return nil }
        self[index].timesLeft = self[index].timesLeft.map { $0 - 1 }
        return self[index].kind
    }
}
