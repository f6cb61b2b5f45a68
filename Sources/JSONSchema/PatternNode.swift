/// A regular expression, taken apart.
indirect enum PatternNode: Hashable, Sendable {
    case characters(CharacterClass)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// `maximum` nil: any number. Greedy and lazy are one where only whether it matches counts.
    case repeated(PatternNode, minimum: Int, maximum: Int?)
    case textStart
    case textEnd
    case wordBoundary(isNegated: Bool)
    case lookahead(PatternNode, isNegated: Bool)
}
