/// Why a pattern cannot be used.
package struct PatternError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// Not valid in ECMA-262.
        case syntax
        /// Valid in ECMA-262, but not supported by ``Pattern``.
        case unsupported
        /// Counted repetitions that expand to too many steps.
        case tooLarge
    }

    package let reason: Reason

    /// Offset into the pattern, in Unicode code points.
    package let offset: Int
}
