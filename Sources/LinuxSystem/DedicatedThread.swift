import Glibc

/// A thread for blocking work, away from Swift's cooperative pool.
///
/// All signals are blocked on it, so that they reach the thread that expects them.
package struct DedicatedThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let id: pthread_t

    /// Starts a thread that runs `body`; the owner calls ``join()`` or ``detach()`` once.
    package init(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        // A new thread inherits the mask of the one that makes it.
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        var id = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &id, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw Errno(code)
        }
        self.id = id
    }

    /// Starts a thread that is not waited for.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        try DedicatedThread(body).detach()
    }

    package var isCurrent: Bool { pthread_equal(id, pthread_self()) != 0 }
    package func join() { pthread_join(id, nil) }
    package func detach() { pthread_detach(id) }
}
