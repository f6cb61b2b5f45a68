package import Testing

extension Duration {
    /// How long a test waits for what must happen.
    ///
    /// A test that passes never waits so long, however busy the machine is. One that waits in vain
    /// ends then, and fails.
    package static let patience = Duration.seconds(300)
}

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that is not over after ``Swift/Duration/patience``.
    package static var patience: Self {
        .timeLimit(.minutes(Duration.patience.components.seconds / 60))
    }
}
