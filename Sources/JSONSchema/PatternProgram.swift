/// A regular expression compiled to steps for ``PatternMatcher``.
///
/// - SeeAlso: Russ Cox, "Regular Expression Matching: the Virtual Machine Approach" (2009).
struct PatternProgram: Sendable {
    /// Most steps of a pattern, with counted repetitions expanded.
    static let maximumSize = 5000

    enum Step: Sendable {
        /// Consumes one character of the class at this index in `classes`, then continues with the
        /// next step.
        case take(Int)
        /// Continues at both steps.
        case split(Int, Int)
        case jump(Int)
        case textStart
        case textEnd
        case wordBoundary(isNegated: Bool)
        /// Tests the program at this index in `lookaheads`.
        case lookahead(Int, isNegated: Bool)
        case match
    }

    /// Steps are trivial values: copying one needs no reference counting.
    private(set) var steps: [Step] = []
    private(set) var classes: [CharacterClass] = []
    private(set) var lookaheads: [PatternProgram] = []

    init(_ node: PatternNode) throws(PatternError) {
        try append(node)
        try emit(.match)
    }

    private mutating func emit(_ step: Step) throws(PatternError) {
        guard steps.count < Self.maximumSize else {
            throw PatternError(reason: .tooLarge, offset: 0)
        }
        steps.append(step)
    }

    private mutating func append(_ node: PatternNode) throws(PatternError) {
        switch node {
        case .characters(let members):
            let place = classes.firstIndex(of: members) ?? classes.count
            if place == classes.count { classes.append(members) }
            try emit(.take(place))
        case .sequence(let nodes):
            for node in nodes {
                try append(node)
            }
        case .alternatives(let nodes): try append(alternatives: nodes)
        case .repeated(let node, let minimum, let maximum):
            for _ in 0..<minimum {
                try append(node)
            }
            if let maximum {
                try append(optional: node, times: maximum - minimum)
            } else {
                try append(loop: node)
            }
        case .textStart: try emit(.textStart)
        case .textEnd: try emit(.textEnd)
        case .wordBoundary(let isNegated): try emit(.wordBoundary(isNegated: isNegated))
        case .lookahead(let node, let isNegated):
            lookaheads.append(try PatternProgram(node))
            try emit(.lookahead(lookaheads.count - 1, isNegated: isNegated))
        }
    }

    private mutating func append(alternatives nodes: [PatternNode]) throws(PatternError) {
        var ends: [Int] = []
        for (index, node) in nodes.enumerated() {
            let split = steps.count
            if index < nodes.count - 1 { try emit(.split(split + 1, split + 1)) }
            try append(node)
            if index < nodes.count - 1 {
                ends.append(steps.count)
                try emit(.jump(0))
                steps[split] = .split(split + 1, steps.count)
            }
        }
        for end in ends {
            steps[end] = .jump(steps.count)
        }
    }

    private mutating func append(optional node: PatternNode, times: Int) throws(PatternError) {
        var splits: [Int] = []
        for _ in 0..<times {
            splits.append(steps.count)
            try emit(.split(0, 0))
            try append(node)
        }
        for split in splits {
            steps[split] = .split(split + 1, steps.count)
        }
    }

    private mutating func append(loop node: PatternNode) throws(PatternError) {
        let split = steps.count
        try emit(.split(0, 0))
        try append(node)
        try emit(.jump(split))
        steps[split] = .split(split + 1, steps.count)
    }
}
