import Synchronization

/// Runs the pieces of tasks on the thread and in the order that its owner says.
///
/// So a test decides every interleaving, and the same seed gives the same one again.
package final class SteppingExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs one of the pieces that can go on, up to its next suspension.
    ///
    /// - Parameter choice: which one, counted round in the order in which they became ready.
    /// - Returns: false if there is none.
    package func runOne(_ choice: Int = 0) -> Bool {
        let job = jobs.withLock { jobs -> UnownedJob? in
            jobs.isEmpty ? nil : jobs.remove(at: choice % jobs.count)
        }
        job?.runSynchronously(on: asUnownedTaskExecutor())
        return job != nil
    }

    /// Runs every piece that can go on, until each task has ended or waits for another event.
    package func runAll() {
        while runOne() {}
    }
}
