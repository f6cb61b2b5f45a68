/// The time limit and callback of a connection that must authenticate.
struct Entrance: Sendable {
    /// How long the client may take to authenticate.
    let time: Duration
    /// Called when the client has authenticated.
    let passed: @Sendable () -> Void
}
