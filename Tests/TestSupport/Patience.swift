package import Testing

extension Duration {
    /// How long a test waits for an event.
    ///
    /// A passing test never waits that long, however busy the machine is. One that waits in vain
    /// ends then and fails.
    package static let patience = Duration.seconds(300)
}

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that runs longer than ``Swift/Duration/patience``.
    package static var patience: Self {
        .timeLimit(.minutes(Duration.patience.components.seconds / 60))
    }
}
