import Glibc
import JSONRPC
import LinuxSystem

/// Moves the bytes of one connection over descriptors, used by the loop's thread only.
///
/// It is not generic, because one loop drives both sides of a connection.
struct StreamPump {
    private static let readSize = 64 << 10

    private let connection: any StreamSide
    private let streams: StandardStreams
    /// What the connection said last.
    private(set) var step = ConnectionStep.start
    /// Stored too: comparing the time with nil takes 500 instructions, and a cached request must take
    /// at most 17,500.
    private(set) var hasInput = true
    /// When the input ended; nil before.
    private(set) var inputEnd: ContinuousClock.Instant?
    private let dropsUnwritable: Bool
    private let inputEnded: () -> Void
    private var canWrite = true
    private var writer: StreamWriter
    /// The bytes to write, and the number of those that have been written.
    private var output: (bytes: [UInt8], written: Int) = ([], 0)
    private var buffer = [UInt8](repeating: 0, count: readSize)

    /// - Parameters:
    ///   - dropsUnwritable: whether an error of the output is ignored, and with it all bytes for the
    ///     output. Otherwise it is thrown.
    ///   - inputEnded: called when the last byte has been read, after the connection has learned it.
    init(
        _ connection: any StreamSide, _ streams: StandardStreams, dropsUnwritable: Bool,
        inputEnded: @escaping () -> Void
    ) {
        self.connection = connection
        self.streams = streams
        self.dropsUnwritable = dropsUnwritable
        self.inputEnded = inputEnded
        writer = StreamWriter(streams.output)
    }

    /// Whether the connection is ready to close and everything is written.
    var isDone: Bool { step.closes && !hasOutput }

    /// Whether the connection waits for input.
    var reads: Bool { hasInput && step.wantsInput }

    /// Whether there are bytes that have not been written.
    var hasOutput: Bool { output.written < output.bytes.count }

    /// Takes a step, and those that follow from what it writes.
    mutating func take(_ first: ConnectionStep) throws(Errno) {
        step = first
        while !step.write.isEmpty {
            output = (step.write, 0)
            // There is nearly always room, and then a response needs no `poll` of its own.
            guard !canWrite || writer.mayGoFirst, let next = try write() else { return }
            step = next
        }
    }

    /// Writes what the output accepts, after `poll` has found it writable.
    mutating func continueWriting() throws(Errno) {
        if let next = try write() { try take(next) }
    }

    /// Reads once, passes the bytes on and returns their number.
    mutating func read() throws(Errno) -> Int {
        guard let count = streams.read(into: &buffer) else {
            // Learned first, or a server that ends now would drop what it has not taken in.
            let next = connection.inputEnded()
            endInput()
            try take(next)
            return 0
        }
        guard count > 0 else { return 0 }
        let next = buffer.withUnsafeBytes { bytes in
            connection.receive(raw: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        try take(next)
        return count
    }

    /// Reads no more.
    mutating func endInput() {
        hasInput = false
        inputEnd = .now
        inputEnded()
    }

    /// Returns the next step; nil if there was no room.
    private mutating func write() throws(Errno) -> ConnectionStep? {
        var count = output.bytes.count - output.written
        if canWrite, count > 0 {
            do throws(Errno) {
                count = try writer.write(output.bytes[output.written...])
            } catch {
                guard dropsUnwritable else { throw error }
                canWrite = false
            }
        }
        guard count > 0 else { return nil }
        output.written += count
        return connection.outputDrained(count)
    }
}
