/// A regular expression as JSON Schema's `pattern` has it: ECMA-262 in Unicode mode, unanchored.
///
/// Matching never goes back over the text, since texts come from strangers: only a look-ahead walks
/// on from where it stands. `^` and `$` are the ends of the text alone: no line feed at the end is
/// passed over. Not supported, and refused when the pattern is read: back-references,
/// look-behind, named groups, `\p`.
///
/// - SeeAlso: ECMA-262, section 22.2.1; JSON Schema Validation 2020-12, section 6.3.3.
package struct Pattern: Sendable {
    package let source: String
    private let program: PatternProgram

    package init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// Whether the pattern matches somewhere in `text`.
    package func matches(_ text: String) -> Bool {
        PatternMatcher(text: text.unicodeScalars).finds(program)
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
    /// Stops the program where the literal is not a pattern: it is part of the program.
    package init(stringLiteral source: String) {
        do {
            try self.init(source)
        } catch {
            preconditionFailure("pattern \(source): \(error)")
        }
    }
}
