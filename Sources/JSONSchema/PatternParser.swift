/// Parses a regular expression by recursive descent.
///
/// - SeeAlso: ECMA-262, section 22.2.1, with the `u` flag.
struct PatternParser {
    /// The deepest nesting of groups.
    static let maximumDepth = 50

    private let scalars: [Unicode.Scalar]
    var offset = 0
    private var depth = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try alternatives()
        guard next == nil else { throw error(.syntax) }
        return node
    }

    var next: Unicode.Scalar? {
        offset < scalars.count ? scalars[offset] : nil
    }

    mutating func take(_ text: String) -> Bool {
        guard scalars[offset...].starts(with: text.unicodeScalars) else { return false }
        offset += text.unicodeScalars.count
        return true
    }

    func error(_ reason: PatternError.Reason) -> PatternError {
        PatternError(reason: reason, offset: offset)
    }

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        var nodes = [try sequence()]
        while take("|") {
            nodes.append(try sequence())
        }
        return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            nodes.append(try term())
        }
        return .sequence(nodes)
    }

    private mutating func term() throws(PatternError) -> PatternNode {
        if take("^") { return .textStart }
        if take("$") { return .textEnd }
        if take("\\b") { return .wordBoundary(isNegated: false) }
        if take("\\B") { return .wordBoundary(isNegated: true) }
        if take("(?=") { return .lookahead(try group(), isNegated: false) }
        if take("(?!") { return .lookahead(try group(), isNegated: true) }
        return try quantified(try atom())
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        if take("(?:") { return try group() }
        if take("(?") { throw error(.unsupported) }
        if take("(") { return try group() }
        if take(".") { return .characters(.anyButLineEnd) }
        if take("[") { return .characters(try bracketed()) }
        if take("\\") { return .characters(try escape(inBrackets: false)) }
        guard let scalar = next, !"*+?{}]".unicodeScalars.contains(scalar) else {
            throw error(.syntax)
        }
        offset += 1
        return .characters(CharacterClass(scalar))
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        guard depth < Self.maximumDepth else { throw error(.tooLarge) }
        depth += 1
        let node = try alternatives()
        guard take(")") else { throw error(.syntax) }
        depth -= 1
        return node
    }

    private mutating func quantified(_ node: PatternNode) throws(PatternError) -> PatternNode {
        let bounds: (Int, Int?)
        if take("*") {
            bounds = (0, nil)
        } else if take("+") {
            bounds = (1, nil)
        } else if take("?") {
            bounds = (0, 1)
        } else if take("{") {
            bounds = try counts()
        } else {
            return node
        }
        _ = take("?")
        return .repeated(node, minimum: bounds.0, maximum: bounds.1)
    }

    /// `3}`, `3,}` or `3,5}`.
    private mutating func counts() throws(PatternError) -> (Int, Int?) {
        let minimum = try count()
        if take("}") { return (minimum, minimum) }
        guard take(",") else { throw error(.syntax) }
        if take("}") { return (minimum, nil) }
        let maximum = try count()
        guard minimum <= maximum, take("}") else { throw error(.syntax) }
        return (minimum, maximum)
    }

    private mutating func count() throws(PatternError) -> Int {
        var value: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            guard let value, value <= PatternProgram.maximumSize else { throw error(.tooLarge) }
            offset += 1
        }
        guard let value else { throw error(.syntax) }
        return value
    }
}
