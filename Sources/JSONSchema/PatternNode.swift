/// The syntax tree of a regular expression.
indirect enum PatternNode: Hashable, Sendable {
    case characters(CharacterClass)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// `maximum` nil: unbounded. Greedy and lazy repetition are the same if only a match counts.
    case repeated(PatternNode, minimum: Int, maximum: Int?)
    case textStart
    case textEnd
    case wordBoundary(isNegated: Bool)
    case lookahead(PatternNode, isNegated: Bool)
}
