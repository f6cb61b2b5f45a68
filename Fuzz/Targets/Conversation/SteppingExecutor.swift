import Synchronization

/// Runs the pieces of tasks on the thread and in the order that its owner chooses.
///
/// So a test controls every interleaving, and the same seed repeats it.
package final class SteppingExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs one of the ready pieces, up to its next suspension.
    ///
    /// - Parameter choice: its index, modulo their number, in the order in which they became ready.
    /// - Returns: false if there is none.
    package func runOne(_ choice: Int = 0) -> Bool {
        let job = jobs.withLock { jobs -> UnownedJob? in
            jobs.isEmpty ? nil : jobs.remove(at: choice % jobs.count)
        }
        job?.runSynchronously(on: asUnownedTaskExecutor())
        return job != nil
    }

    /// Runs every ready piece, until each task has ended or waits for another event.
    package func runAll() {
        while runOne() {}
    }
}
