/// A regular expression of JSON Schema's `pattern`: ECMA-262 in Unicode mode, unanchored.
///
/// Matching never backtracks, because texts come from strangers; only a look-ahead reads ahead. `^`
/// and `$` match only the ends of the text: a final line feed is not ignored. Back-references,
/// look-behind, named groups and `\p` are not supported and are refused when the pattern is parsed.
///
/// - SeeAlso: ECMA-262, section 22.2.1; JSON Schema Validation 2020-12, section 6.3.3.
package struct Pattern: Sendable {
    package let source: String
    private let program: PatternProgram

    package init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        program = try parser.parse()
    }

    /// Most steps per character of a text; nil with a look-ahead, which reads ahead and so costs
    /// more with every character that follows.
    package var stepsPerCharacter: Int? {
        program.lookaheads.isEmpty ? program.steps.count : nil
    }

    /// Whether the pattern matches somewhere in `text`.
    package func matches(_ text: String) -> Bool {
        PatternMatcher(program: program, text: text.unicodeScalars).finds
    }
}

extension Pattern: Hashable {
    package static func == (left: Pattern, right: Pattern) -> Bool {
        left.source == right.source
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }
}

extension Pattern: ExpressibleByStringLiteral {
    /// Traps if the literal is not a valid pattern, since it is part of the program.
    package init(stringLiteral source: String) {
        do {
            try self.init(source)
        } catch {
            preconditionFailure("pattern \(source): \(error)")
        }
    }
}

/// Why a pattern cannot be used.
package enum PatternError: Error, Hashable {
    /// Not valid in ECMA-262.
    case syntax
    /// Valid in ECMA-262, but not supported by ``Pattern``.
    case unsupported
    /// Too many steps, or groups that are nested too deeply.
    case tooLarge
}
