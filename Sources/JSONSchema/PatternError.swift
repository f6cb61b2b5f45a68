/// Why a pattern cannot be used.
package struct PatternError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// Not ECMA-262.
        case syntax
        /// ECMA-262, but not part of what ``Pattern`` knows.
        case unsupported
        /// Counted repetitions that come to too many steps.
        case tooLarge
    }

    package let reason: Reason

    /// Unicode code points into the pattern.
    package let offset: Int
}
