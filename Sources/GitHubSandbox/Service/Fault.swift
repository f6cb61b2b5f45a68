import JSONSchema

/// A deliberate failure, for requests whose path matches a pattern.
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

    /// Most steps of matching a pattern, per character of a path.
    static let maximumSteps = 500

    let kind: Kind
    /// The number of further requests that fail; nil for all.
    private(set) var timesLeft: Int?
    private let pattern: Pattern

    /// - Parameters:
    ///   - pattern: a regular expression (ECMA-262) that matches anywhere in the path without its
    ///     query. Matching takes time linear in the path, so look-aheads are refused.
    ///   - times: the number of requests that fail; nil for all until the faults are set again.
    init?(pattern: String, kind: Kind, times: Int?) {
        // The length is checked first, because parsing takes time for every character.
        guard pattern.utf8.count <= 4096, let pattern = try? Pattern(pattern),
            let steps = pattern.stepsPerCharacter, steps <= Fault.maximumSteps
        else { return nil }
        self.pattern = pattern
        self.kind = kind
        timesLeft = times
    }

    func matches(_ path: String) -> Bool {
        pattern.matches(path)
    }

    /// Whether the fault applies once more; if so, it is counted.
    mutating func strikes() -> Bool {
        guard timesLeft != 0 else { return false }
        timesLeft = timesLeft.map { $0 - 1 }
        return true
    }
}

/// The current faults, and the number of times that faults have been set.
struct Faults: Sendable {
    static let maximumCount = 32

    private(set) var all: [Fault] = []
    private var revision = 0

    /// The indices of the faults that match a path, valid until the faults are set again.
    struct Matches: Sendable {
        fileprivate let places: [Int]
        fileprivate let revision: Int
    }

    mutating func set(_ faults: [Fault]) {
        all = faults
        revision += 1
    }

    /// Matches every pattern. Call it outside of the lock, because matching may take long.
    func matches(_ path: String) -> Matches {
        Matches(places: all.indices.filter { all[$0].matches(path) }, revision: revision)
    }

    /// The first matching fault that still applies, counted; nil if the faults have been set again
    /// since they were matched.
    mutating func strike(_ matches: Matches) -> Fault.Kind? {
        guard matches.revision == revision else { return nil }
        return matches.places.first { all[$0].strikes() }.map { all[$0].kind }
    }
}
