extension ConnectionState {
    /// What changes a connection.
    package enum Event {
        /// The transport looks, because it was signalled.
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
        /// There is memory for something again, or no longer.
        case memoryChanged
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
        case notified([UInt8], about: CallTable.Ticket?)
        /// The task of a call has ended.
        case ended(CallTable.Ticket, Result<[UInt8], RPCError>)

        /// The result of ``Work/parse(_:triesImmediate:)``; `length` is that of the text, in bytes.
        case parsed(IncomingMessage, length: Int, Attempt)
        /// The result of ``Work/perform(_:_:triesImmediate:)``.
        case performed(RPCRequest, CallTable.Destination, Performed)
        /// The result of ``Work/decide(_:)``: nil if the client has passed the gate.
        case decided(RPCError?)
        /// The gate's decision is no longer wanted, and its task has ended.
        case gateAbandoned

        /// Whether the immediate handler of a single request was called, and its result.
        package enum Attempt: Sendable {
            case notTried
            case failed
            case result([UInt8])
        }

        package enum Performed: Sendable {
            case answered(Result<[UInt8], RPCError>)
            /// The call must run in a task. `largestResult` is the most bytes of its result, if
            /// they are many.
            case needsTask(largestResult: Int)
        }

        /// Whether the transport passes it, and then takes a step.
        var isFromTransport: Bool {
            switch self {
            case .looked, .received, .inputEnded, .written, .frameTimedOut, .gateTimedOut: true
            case .vanished, .drained, .cancelledAll, .notified, .ended, .parsed, .performed,
                .decided, .gateAbandoned, .frameRefused, .memoryChanged:
                false
            }
        }
    }

    /// Something that takes time or calls other code, and is therefore done outside of the lock. The
    /// result comes back as an event.
    package enum Work: Sendable {
        /// Parse the text of a message. If that is a single request, its immediate handler may be
        /// called too, which saves a lock: see ``RPCMethod/Immediate``.
        case parse([UInt8], triesImmediate: Bool)
        /// Find the method, and answer the call if that is possible at once.
        case perform(RPCRequest, CallTable.Destination, triesImmediate: Bool)
        /// Ask the gate about the first request.
        case decide(RPCRequest)
    }

    /// What must be done about the tasks of calls.
    package struct Effects: Sendable {
        /// Calls that start now, each in a task.
        package var started: [(ticket: CallTable.Ticket, request: RPCRequest)] = []
        /// Calls whose tasks must be cancelled, outside of the lock.
        package var cancelled: [CallTable.Ticket] = []
        /// The call whose task has ended.
        package var ended: CallTable.Ticket?

        var isEmpty: Bool {
            started.isEmpty && cancelled.isEmpty && ended == nil
        }
    }
}
