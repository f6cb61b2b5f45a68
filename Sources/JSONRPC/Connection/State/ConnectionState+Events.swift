extension ConnectionState {
    /// What changes a connection.
    enum Event {
        /// The transport was signalled, or there is memory for something again, or no longer.
        case looked
        /// Bytes have arrived. They are valid during the call.
        case received(UnsafeRawBufferPointer)
        /// The client sends no more.
        case inputEnded
        /// `count` bytes of the output have been written.
        case written(_ count: Int)
        /// The rest of a frame has not arrived in time.
        case frameTimedOut
        /// There is no memory for the rest of a frame.
        case frameRefused
        /// The client has not passed its gate in time.
        case gateTimedOut
        /// The client has disconnected.
        case vanished

        /// The server ends.
        case drained
        /// The server's time for the end is up.
        case cancelledAll
        /// A notification must be sent. If it is about a call, nothing is sent once that has been
        /// answered.
        case notified([UInt8], about: Int?)
        /// The task of a call has ended.
        case ended(Int, Result<[UInt8], RPCError>)

        /// The result of ``Work/parse(_:performs:)``; `length` is that of the text, in bytes.
        case parsed(IncomingMessage, length: Int, Attempt?)
        /// The result of ``Work/perform(_:_:)``.
        case performed(RPCRequest, CallTable.BatchSlot?, Attempt)
        /// The result of ``Work/decide(_:)``: nil if the client has passed the gate.
        case decided(RPCError?)
    }

    /// What came of a call where it was read.
    enum Attempt: Sendable {
        case answered(Result<[UInt8], RPCError>)
        /// The call must run in a task. `largestResult` is the most bytes of its result, if they are
        /// many.
        case needsTask(largestResult: Int)
    }

    /// Something that takes time or calls other code, and is therefore done outside of the lock. The
    /// result comes back as an event.
    enum Work: Sendable {
        /// Parse the text of a message. A single call may also be performed, which saves a lock: see
        /// ``RPCMethod/Immediate``.
        case parse([UInt8], performs: Bool)
        /// Find the method, and answer the call if that is possible at once.
        case perform(RPCRequest, CallTable.BatchSlot?)
        /// Ask the gate about the first request.
        case decide(RPCRequest)
    }
}
