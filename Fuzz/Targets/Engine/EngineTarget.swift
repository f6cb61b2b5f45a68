import Dispatch
import Synchronization

/// An engine that sends anything at all, to a server whose requests, admissions and clears depend on
/// it: ``EngineScript``.
///
/// No wait is longer than it may be, by the engine's own clock. No more requests are admitted than
/// one server may send. A response is upstream's or passes the check that upstream's pass, and is
/// fresh for no more than 31 days. The engine gets no token and no login of a request with one.
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
        // What the input has, the engine may be told again.
        let text = String(decoding: input, as: UTF8.self)
        do {
            try outcome.withLock { $0 }.get()
        } catch {
            if EngineSession.secrets.contains(where: text.contains) { return }
            throw error
        }
    }
}
