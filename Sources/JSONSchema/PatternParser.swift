/// A regular expression as steps for ``PatternMatcher``.
///
/// - SeeAlso: Russ Cox, "Regular Expression Matching: the Virtual Machine Approach" (2009).
struct PatternProgram: Sendable {
    /// Steps are trivial values: copying one needs no reference counting. Distances count from the
    /// step itself.
    enum Step: Sendable {
        /// Consumes one character of the class at this index in `classes`.
        case take(Int)
        /// Continues at the next step and at this distance.
        case split(Int)
        case jump(Int)
        case textStart
        case textEnd
        case wordBoundary(isNegated: Bool)
        /// Tests the steps at this index in `lookaheads`.
        case lookahead(Int, isNegated: Bool)
        case match
    }

    var steps: [Step] = []
    var classes: [CharacterClass] = []
    var lookaheads: [[Step]] = []
}

/// Parses a regular expression by recursive descent, into the steps of each part.
///
/// - SeeAlso: ECMA-262, section 22.2.1, with the `u` flag.
struct PatternParser {
    typealias Step = PatternProgram.Step

    /// Most steps, with counted repetitions expanded.
    static let maximumSize = 5000
    /// The deepest nesting of groups.
    static let maximumDepth = 50

    private let scalars: [Unicode.Scalar]
    var offset = 0
    private var depth = 0
    private var program = PatternProgram()

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    mutating func parse() throws(PatternError) -> PatternProgram {
        program.steps = try alternatives() + [.match]
        guard next == nil else { throw .syntax }
        return program
    }

    var next: Unicode.Scalar? {
        offset < scalars.count ? scalars[offset] : nil
    }

    mutating func take(_ text: String) -> Bool {
        guard scalars[offset...].starts(with: text.unicodeScalars) else { return false }
        offset += text.unicodeScalars.count
        return true
    }

    private mutating func alternatives() throws(PatternError) -> [Step] {
        var branches = [try sequence()]
        while take("|") {
            branches.append(try sequence())
        }
        var steps = branches.removeLast()
        for branch in branches.reversed() {
            steps = [.split(branch.count + 2)] + branch + [.jump(steps.count + 1)] + steps
            guard steps.count < Self.maximumSize else { throw .tooLarge }
        }
        return steps
    }

    private mutating func sequence() throws(PatternError) -> [Step] {
        var steps: [Step] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            steps += try term()
            guard steps.count < Self.maximumSize else { throw .tooLarge }
        }
        return steps
    }

    private mutating func term() throws(PatternError) -> [Step] {
        if take("^") { return [.textStart] }
        if take("$") { return [.textEnd] }
        if take("\\b") { return [.wordBoundary(isNegated: false)] }
        if take("\\B") { return [.wordBoundary(isNegated: true)] }
        if take("(?=") { return try lookahead(isNegated: false) }
        if take("(?!") { return try lookahead(isNegated: true) }
        return try quantified(try atom())
    }

    private mutating func lookahead(isNegated: Bool) throws(PatternError) -> [Step] {
        let steps = try group() + [.match]
        program.lookaheads.append(steps)
        return [.lookahead(program.lookaheads.count - 1, isNegated: isNegated)]
    }

    private mutating func atom() throws(PatternError) -> [Step] {
        if take("(?:") { return try group() }
        if take("(?") { throw .unsupported }
        if take("(") { return try group() }
        if take(".") { return characters(.anyButLineEnd) }
        if take("[") { return characters(try bracketed()) }
        if take("\\") { return characters(try escape(inBrackets: false)) }
        guard let scalar = next, !"*+?{}]".unicodeScalars.contains(scalar) else { throw .syntax }
        offset += 1
        return characters(CharacterClass(scalar))
    }

    private mutating func characters(_ members: CharacterClass) -> [Step] {
        program.classes.append(members)
        return [.take(program.classes.count - 1)]
    }

    private mutating func group() throws(PatternError) -> [Step] {
        guard depth < Self.maximumDepth else { throw .tooLarge }
        depth += 1
        let steps = try alternatives()
        guard take(")") else { throw .syntax }
        depth -= 1
        return steps
    }

    /// Greedy and lazy repetition are the same if only a match counts.
    private mutating func quantified(_ steps: [Step]) throws(PatternError) -> [Step] {
        let (minimum, maximum): (Int, Int?)
        if take("*") {
            (minimum, maximum) = (0, nil)
        } else if take("+") {
            (minimum, maximum) = (1, nil)
        } else if take("?") {
            (minimum, maximum) = (0, 1)
        } else if take("{") {
            (minimum, maximum) = try counts()
        } else {
            return steps
        }
        _ = take("?")
        let optional = [.split(steps.count + 1)] + steps
        let optionals = maximum.map { $0 - minimum } ?? 0
        guard minimum * steps.count + optionals * optional.count < Self.maximumSize else {
            throw .tooLarge
        }
        let required = Array(repeatElement(steps, count: minimum).joined())
        guard maximum == nil else {
            return required + repeatElement(optional, count: optionals).joined()
        }
        return required + [.split(steps.count + 2)] + steps + [.jump(-steps.count - 1)]
    }

    /// `3}`, `3,}` or `3,5}`.
    private mutating func counts() throws(PatternError) -> (Int, Int?) {
        let minimum = try count()
        if take("}") { return (minimum, minimum) }
        guard take(",") else { throw .syntax }
        if take("}") { return (minimum, nil) }
        let maximum = try count()
        guard minimum <= maximum, take("}") else { throw .syntax }
        return (minimum, maximum)
    }

    private mutating func count() throws(PatternError) -> Int {
        var value: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            guard let value, value <= Self.maximumSize else { throw .tooLarge }
            offset += 1
        }
        guard let value else { throw .syntax }
        return value
    }
}
