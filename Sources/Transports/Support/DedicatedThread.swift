import Glibc

/// Runs blocking work on a thread of its own, away from Swift's cooperative pool.
enum DedicatedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread that ends with `body`. Nobody joins it.
    ///
    /// All signals are blocked on it, so that they reach the thread that expects them.
    static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        // A new thread inherits the mask of the one that makes it.
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw Errno(code)
        }
        pthread_detach(thread)
    }

    /// Runs `body` on a thread of its own and waits for its result.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        let result: Result<Value, TransportError> = await withCheckedContinuation { continuation in
            do throws(Errno) {
                try start {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in try body() })
                }
            } catch {
                continuation.resume(returning: .failure(.stream(error)))
            }
        }
        return try result.get()
    }
}
