/// What this server did with the shared cache since it started, or what all servers did with it.
package struct SharingCounts: Hashable, Sendable {
    /// Responses that another server had fetched.
    package var hits = 0
    /// Responses that this server has shared.
    package var fills = 0
    /// Questions that waited for another server.
    package var waits = 0
    /// Of those: this server fetched after all, since the other one gave up or was gone.
    package var takeovers = 0
    /// Questions asked without the engine: it is gone, full, or did not answer.
    package var alone = 0

    package init() {}

    /// Each count with the name under which the engine keeps its total over all servers.
    static let named: [(name: String, path: any WritableKeyPath<SharingCounts, Int> & Sendable)] = [
        ("hits", \.hits), ("fills", \.fills), ("waits", \.waits), ("takeovers", \.takeovers),
        ("alone", \.alone),
    ]
}
