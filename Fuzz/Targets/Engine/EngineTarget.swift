import Dispatch
import Synchronization

/// An engine that sends anything, to a server whose requests, admissions and clears depend on
/// it: ``EngineScript``.
///
/// No wait exceeds its bound by the engine's own clock. No more requests are admitted than
/// one server may send. A response is upstream's or passes the same check, and is
/// fresh for at most 31 days. The engine gets no token, and no login from a request with one.
enum EngineTarget {
    /// Far more than any input takes.
    private static let hang = DispatchTimeInterval.seconds(60)

    static func run(_ input: [UInt8]) throws(Finding) {
        let script = EngineScript(input)
        guard !script.actions.isEmpty else { return }
        let outcome = Mutex<Result<Void, Finding>>(.success(()))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let result = await EngineSession.run(script)
            outcome.withLock { $0 = result }
            done.signal()
        }
        try Finding.unless(done.wait(timeout: .now() + hang) == .success, "it hangs")
        // The engine may learn what the input contains.
        let text = String(decoding: input, as: UTF8.self)
        do {
            try outcome.withLock { $0 }.get()
        } catch {
            if EngineSession.secrets.contains(where: text.contains) { return }
            throw error
        }
    }
}
