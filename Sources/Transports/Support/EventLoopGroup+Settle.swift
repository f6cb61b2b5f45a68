import NIOCore

extension EventLoopGroup {
    /// Returns when the event loops have run all work that was queued so far.
    ///
    /// A connection that closes while it is being set up moves from the listener's event loop to
    /// its own and back. An event loop that receives work after its end prints a warning on
    /// standard error.
    func settle() async {
        for _ in 0..<3 {
            for eventLoop in makeIterator() {
                try? await eventLoop.submit {}.get()
            }
        }
    }
}
