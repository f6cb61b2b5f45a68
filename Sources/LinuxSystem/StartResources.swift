import Glibc

/// What a start takes of the system, tried before anything relies on it.
///
/// libdispatch waits for ever for a thread that it cannot have, SwiftNIO traps without a thread or a
/// descriptor, and Swift traps without memory.
package struct StartResources: Sendable {
    /// What the system does not give.
    package enum Shortage: Error, Hashable {
        case memory
        case threads(Int)
        case descriptors(Int)
    }

    /// Private memory besides stacks, in bytes.
    private static let heap = 32 << 20

    /// One per processor for tasks, and one each for timers, signals, the log, standard streams,
    /// libcurl, an engine and the like.
    private var threads = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) + 8
    /// As many as a server on stdio has open while it works, and some more.
    private var descriptors = 28
    /// Addresses that glibc reserves for the second arena of its allocator, in bytes.
    private var arena = 128 << 20

    /// Those of every command. Checked before there is another thread.
    package static let command = StartResources()

    /// Those of event loops of SwiftNIO, and of other parts of the command that may not have started.
    package static func eventLoops(_ count: Int, workers: Int = 0) -> StartResources {
        // A loop opens an epoll, an event and a timer; there are few listeners.
        StartResources(
            threads: command.threads + count + workers,
            descriptors: command.descriptors + 3 * count + 4, arena: 0)
    }

    /// Those of one more event loop and its first connection, while everything else runs and may
    /// open descriptors too.
    package static var furtherEventLoop: StartResources {
        StartResources(threads: 1, descriptors: 8, arena: 0)
    }

    /// Takes everything at once and gives it back. Nothing here is allocated by Swift, which would trap.
    package func check() throws(Shortage) {
        guard let heap = Self.map(Self.heap, PROT_READ | PROT_WRITE) else { throw .memory }
        defer { munmap(heap, Self.heap) }
        // An empty mapping would be an error.
        let size = max(arena, 1)
        guard let arena = Self.map(size, PROT_NONE) else { throw .memory }
        defer { munmap(arena, size) }
        if let shortage = threadOrDescriptorShortage { throw shortage }
    }

    /// Descriptors are tried while all threads exist.
    private var threadOrDescriptorShortage: Shortage? {
        var gate = pthread_mutex_t()
        return withUnsafeMutablePointer(to: &gate) { gate in
            withUnsafeTemporaryAllocation(of: pthread_t.self, capacity: threads) { ids in
                pthread_mutex_init(gate, nil)
                pthread_mutex_lock(gate)
                var count = 0
                while count < threads, Self.start(ids.baseAddress! + count, behind: gate) {
                    count += 1
                }
                var shortage: Shortage?
                if count < threads {
                    shortage = missingForThread
                } else if !descriptorsExist {
                    shortage = .descriptors(descriptors)
                }
                pthread_mutex_unlock(gate)
                for id in ids[..<count] { pthread_join(id, nil) }
                pthread_mutex_destroy(gate)
                return shortage
            }
        }
    }

    private static func start(
        _ id: UnsafeMutablePointer<pthread_t>, behind gate: UnsafeMutablePointer<pthread_mutex_t>
    ) -> Bool {
        pthread_create(
            id, nil,
            { argument in
                let gate = argument?.assumingMemoryBound(to: pthread_mutex_t.self)
                if let gate, pthread_mutex_lock(gate) == 0 { pthread_mutex_unlock(gate) }
                return nil
            }, gate) == 0
    }

    /// `pthread_create` gives the same error without memory for a stack.
    private var missingForThread: Shortage {
        var attributes = pthread_attr_t()
        var size = 0
        pthread_attr_init(&attributes)
        pthread_attr_getstacksize(&attributes, &size)
        pthread_attr_destroy(&attributes)
        guard let stack = Self.map(size, PROT_READ | PROT_WRITE) else { return .memory }
        munmap(stack, size)
        return .threads(threads)
    }

    private var descriptorsExist: Bool {
        withUnsafeTemporaryAllocation(of: CInt.self, capacity: descriptors) { opened in
            var count = 0
            while count < descriptors {
                // Unlike a duplicate, it also counts towards the limit of the whole system.
                opened[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard opened[count] >= 0 else { break }
                count += 1
            }
            for descriptor in opened[..<count] { close(descriptor) }
            return count == descriptors
        }
    }

    private static func map(_ size: Int, _ protection: CInt) -> UnsafeMutableRawPointer? {
        let memory = mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory == MAP_FAILED ? nil : memory
    }
}

extension StartResources.Shortage: CustomStringConvertible {
    /// What to do, in one sentence without a full stop.
    package var description: String {
        switch self {
        case .memory:
            "there is too little memory to start; raise the limit of memory or of addresses "
                + "(ulimit -v)"
        case .threads(let count):
            (count == 1 ? "a thread" : "\(count) threads")
                + " cannot be started; raise the limit of processes (ulimit -u, TasksMax= of a "
                + "service, pids_limit of a container)"
        case .descriptors(let count):
            "\(count) files cannot be opened at once; raise the limit of open files (ulimit -n, "
                + "LimitNOFILE= of a service)"
        }
    }
}
