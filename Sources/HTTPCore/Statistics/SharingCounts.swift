/// The use of the shared cache by this server since it started, or by all servers.
package struct SharingCounts: Hashable, Sendable {
    /// Responses that another server had fetched.
    package var hits = 0
    /// Responses that this server has shared.
    package var fills = 0
    /// Questions that waited for another server.
    package var waits = 0
    /// Of those, the ones that this server fetched itself because the other one gave up or was
    /// gone.
    package var takeovers = 0
    /// Questions without the engine, because it was gone or full, or did not reply.
    package var alone = 0

    package init() {}
}
