import Synchronization

/// The bytes of a body on their way from one thread to another, in pieces, with back-pressure.
///
/// One side writes and ends the pipe, the other one takes. Neither side ever waits: each is called
/// back, on the other one's thread, when it can continue.
package final class BodyPipe: Sendable {
    package enum Piece: Sendable {
        case bytes([UInt8])
        /// Nothing has arrived yet.
        case none
        case end
        case failure(HTTPTransportError)
    }

    private struct State {
        var pieces: ArraySlice<[UInt8]> = []
        /// The bytes in ``pieces``.
        var count = 0
        /// What comes after ``pieces``.
        var ending = Piece.none
        var isWriterWaiting = false
        var isAbandoned = false
        var onReadable: (@Sendable () -> Void)?
        var onWritable: (@Sendable () -> Void)?
        var onAbandoned: (@Sendable () -> Void)?

        var hasEnded: Bool {
            if case .none = ending { false } else { true }
        }
    }

    /// The writer waits when the pipe has this many bytes, until half of them have been taken.
    package static let capacity = 256 << 10

    private let state = Mutex(State())

    /// - Parameter waitsForReader: whether ``isFull`` is true until the reader takes for the first time.
    package init(waitsForReader: Bool = false) {
        state.withLock { $0.isWriterWaiting = waitsForReader }
    }

    // MARK: The writer

    /// - Parameters:
    ///   - onWritable: called when there is room again, after ``isFull`` was true.
    ///   - onAbandoned: called once if the reader goes away before the end.
    package func observe(
        onWritable: @escaping @Sendable () -> Void, onAbandoned: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            state.onWritable = onWritable
            state.onAbandoned = onAbandoned
        }
    }

    /// Whether the writer must wait. What it writes nevertheless is not lost.
    package var isFull: Bool {
        state.withLock { state in
            state.isWriterWaiting = state.count >= Self.capacity
            return state.isWriterWaiting
        }
    }

    package func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        wakeReader { state in
            guard !state.hasEnded, !state.isAbandoned else { return }
            state.pieces.append(bytes)
            state.count += bytes.count
        }
    }

    /// Ends the body; with an error, what has arrived is not all of it.
    package func end(_ error: HTTPTransportError? = nil) {
        wakeReader { state in
            guard !state.hasEnded else { return }
            state.ending = error.map { .failure($0) } ?? .end
            state.onWritable = nil
            state.onAbandoned = nil
        }
    }

    private func wakeReader(_ change: (inout State) -> Void) {
        let wake = state.withLock { state in
            change(&state)
            return state.onReadable.take()
        }
        wake?()
    }

    // MARK: The reader

    /// Takes the next piece.
    ///
    /// - Parameter onReadable: called once when there is something, if there is nothing now.
    package func take(onReadable: @escaping @Sendable () -> Void) -> Piece {
        let (piece, wake) = state.withLock { state -> (Piece, (@Sendable () -> Void)?) in
            let piece: Piece
            if let bytes = state.pieces.popFirst() {
                // A slice keeps what was taken from it.
                if state.pieces.isEmpty { state.pieces = [] }
                state.count -= bytes.count
                piece = .bytes(bytes)
            } else {
                if !state.hasEnded { state.onReadable = onReadable }
                piece = state.ending
            }
            guard state.isWriterWaiting, state.count <= Self.capacity / 2 else {
                return (piece, nil)
            }
            state.isWriterWaiting = false
            return (piece, state.onWritable)
        }
        wake?()
        return piece
    }

    /// Takes from a pipe, and abandons it when it is dropped.
    package final class Reader: Sendable {
        package let pipe: BodyPipe

        package init(_ pipe: BodyPipe) {
            self.pipe = pipe
        }

        deinit {
            pipe.abandon()
        }
    }

    /// Drops what is there and what may come.
    package func abandon() {
        let onAbandoned = state.withLock { state in
            state.isAbandoned = true
            state.pieces = []
            state.count = 0
            state.onReadable = nil
            return state.onAbandoned.take()
        }
        onAbandoned?()
    }
}
