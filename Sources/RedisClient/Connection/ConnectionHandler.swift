import NIOCore

/// One connection to the engine: it signs in, writes batches, and passes on replies and messages.
///
/// Nothing is retried on a connection. After its end, the client opens another one.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        case signingIn(Handshake)
        case ready
        case ended
    }

    private var phase: Phase
    private let deadline: NIODeadline
    private let events: ConnectionEvents
    private var decoder = RESPDecoder()
    /// The batches whose replies are due, in the order in which they were sent.
    private var batches: CircularBuffer<RedisBatch> = []
    /// Replies to the first batch so far.
    private var replies: [RESPValue] = []
    private var liveness = Liveness()
    private var context: ChannelHandlerContext?
    private var signInTask: Scheduled<Void>?
    private var lookTask: Scheduled<Void>?

    /// - Parameter deadline: when the sign-in must be done.
    init(_ handshake: Handshake, deadline: NIODeadline, events: ConnectionEvents) {
        phase = .signingIn(handshake)
        self.deadline = deadline
        self.events = events
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // Ended while the channel was being opened.
        if hasEnded { return context.close(promise: nil) }
        self.context = context
        signIn(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(.closed)
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data).readableBytesView)
        do throws(RedisError) {
            // A reply may end the connection.
            while !hasEnded, let value = try decoder.next() {
                try take(value, at: context.eventLoop.now)
            }
            if decoder.isInReply { liveness.received(at: context.eventLoop.now) }
        } catch {
            end(error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case .ready = phase, error is IOError {
            end(.closed)
        } else {
            end(RedisError(ofOpen: error))
        }
    }

    /// On the event loop.
    func send(_ batch: RedisBatch) {
        guard case .ready = phase, let context else {
            return batch.complete(.failure(.closed))
        }
        batches.append(batch)
        write(batch.bytes, context)
        if let look = liveness.asked(at: context.eventLoop.now) { schedule(look, context) }
    }

    /// On the event loop.
    func end(_ error: RedisError) {
        if hasEnded { return }
        phase = .ended
        signInTask?.cancel()
        lookTask?.cancel()
        // Before the batches fail: a caller that tries again must see that the connection has ended.
        events.ended(error)
        while let batch = batches.popFirst() { batch.complete(.failure(error)) }
        context?.close(promise: nil)
    }

    private var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    private func signIn(_ context: ChannelHandlerContext) {
        guard case .signingIn(let handshake) = phase else { return }
        signInTask = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            [self] in
            guard case .signingIn(let handshake) = phase else { return }
            end(handshake.isSignedIn ? .unproven : .timedOut)
        }
        write(RedisCommand.packet(handshake.commands), context)
    }

    private func take(_ value: RESPValue, at now: NIODeadline) throws(RedisError) {
        if case .push(let elements) = value {
            // Other pushes confirm a subscription.
            if elements.count == 3, elements[0].text == "message",
                let channel = elements[1].text, let payload = elements[2].bytes
            {
                events.received(channel, payload)
            }
            return
        }
        liveness.received(at: now)
        switch phase {
        case .signingIn(var handshake):
            let facts = try handshake.receive(value)
            guard let facts else {
                phase = .signingIn(handshake)
                return
            }
            phase = .ready
            signInTask?.cancel()
            events.isReady(facts)
        case .ready:
            guard let batch = batches.first else {
                if case .error(let words) = value { throw .refused(words) }
                throw .unaskedReply
            }
            replies.append(value)
            guard replies.count == batch.count else { return }
            batches.removeFirst()
            liveness.completed(isLast: batches.isEmpty, at: now)
            batch.complete(.success(replies))
            replies = []
        case .ended: break
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(
            wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    private func schedule(_ look: NIODeadline, _ context: ChannelHandlerContext) {
        lookTask = context.eventLoop.assumeIsolated().scheduleTask(deadline: look) {
            [self] in
            switch liveness.look(at: context.eventLoop.now) {
            case .idle: break
            case .look(let next): schedule(next, context)
            case .dead(let error): end(error)
            }
        }
    }
}
