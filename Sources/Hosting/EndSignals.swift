import CGlibc
import Glibc
public import LinuxSystem
import Synchronization

/// SIGTERM and SIGINT, which ask this process to end. A second signal, half a second or more after the
/// first, ends it at once with 128 plus the signal's number.
///
/// A dedicated thread handles them, so that no other work can delay them. They are trapped as soon
/// as this object exists, which is before the server announces itself.
public final class EndSignals: Sendable {
    private struct State {
        var rule = SignalRule()
        var stop: @Sendable () -> Void = {}
        var cleanUp: @Sendable () -> Void = {}
    }

    /// After this time, the orderly end is assumed to have failed: more than the 5 seconds for
    /// requests under way and the time to close.
    private static let patience = Duration.seconds(8)

    private let state = Mutex(State())

    /// Traps both signals for the rest of the process's life.
    ///
    /// - Throws: if a pipe or the thread cannot be made.
    public init() throws(Errno) {
        // Both stay open until the process ends. The handler must never block.
        let (reader, writer) = try OwnedDescriptor.pipe()
        guard fcntl(writer, F_SETFL, O_NONBLOCK) == 0 else { throw .current }
        try DedicatedThread.start { [self] in
            var number: UInt8 = 0
            while read(reader, &number, 1) == 1 || errno == EINTR {
                received(CInt(number))
            }
        }
        for number in [SIGTERM, SIGINT] where cglibc_trap_signal(number, writer) != 0 {
            throw .current
        }
    }

    /// Calls `stop` at the first signal, or at once if it has already arrived.
    public func onFirst(_ stop: @escaping @Sendable () -> Void) {
        let hasCome = state.withLock { state in
            state.stop = stop
            return state.rule.hasCome
        }
        if hasCome { stop() }
    }

    /// Calls `cleanUp` before the process ends at once.
    package func beforeExit(_ cleanUp: @escaping @Sendable () -> Void) {
        state.withLock { $0.cleanUp = cleanUp }
    }

    /// Returns at the first signal.
    package func first() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Never.self)
        onFirst { continuation.finish() }
        for await _ in signals {}
    }

    private func received(_ number: CInt) {
        // Under one lock, so that `stop` is called once, here or in `onFirst`.
        let (meaning, stop) = state.withLock { ($0.rule.received(number, at: .now), $0.stop) }
        switch meaning {
        case .stop:
            limitEnd()
            stop()
        case .nothing: break
        case .exit(let status): end(status)
        }
    }

    /// Ends the process after ``patience``.
    private func limitEnd() {
        let (seconds, _) = Self.patience.components
        do {
            try DedicatedThread.start { [self] in
                poll(nil, 0, CInt(seconds) * 1000)
                end(0)
            }
        } catch {
            // Without a thread, the kernel ends the process.
            alarm(CUnsignedInt(seconds))
        }
    }

    /// Skips the work of `exit`, which could wait for a lock that another thread holds.
    private func end(_ status: CInt) -> Never {
        state.withLock(\.cleanUp)()
        _exit(status)
    }
}
