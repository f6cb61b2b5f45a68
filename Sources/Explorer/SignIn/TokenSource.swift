/// Where a token came from.
package enum TokenSource: String, Hashable, Sendable, CaseIterable {
    /// `--token-file`.
    case flag
    case environment
    /// The file in which a login stored it.
    case stored
    /// A login to this running server.
    case session
}
