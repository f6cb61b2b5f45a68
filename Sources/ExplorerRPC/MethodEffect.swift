/// The effect of a call, apart from filling the cache.
package enum MethodEffect: Hashable, Sendable {
    /// Nothing.
    case none
    /// Data is lost. An equal call then changes nothing more.
    case removes
    /// Data is lost, and an equal call may then change more.
    case replaces
}
