import JSONCore
import Synchronization

/// Messages and the calls in them.
extension ServerConnection {
    /// Applies a change, then takes in the messages that have arrived, as far as there are places.
    ///
    /// Only one thread at a time does this; another thread leaves its bytes to the first one.
    func takeIn(after change: (inout ConnectionCore) -> Void) {
        let isFirst = core.withLock { core in
            change(&core)
            return core.beginTakingIn()
        }
        if isFirst {
            while let next = core.withLock({ $0.nextMessage() }) {
                take(next)
            }
        }
        announce()
    }

    private func take(_ next: NextMessage) {
        switch next {
        case .kept(let message): take(message, wasKept: true)
        case .text(let text, let hasPlace):
            let message = IncomingMessage(text, limits: limits)
            if hasPlace || dialect.isCancellation(message) {
                return take(message, wasKept: false)
            }
            core.withLock { $0.keep(message, length: text.count) }
        }
    }

    private func take(_ message: IncomingMessage, wasKept: Bool) {
        if let gate, core.withLock({ $0.gate != nil }) {
            return takeFirst(message, gate)
        }
        switch message {
        case .single(let envelope): take(envelope, for: .alone, wasKept: wasKept)
        case .batch(let members):
            let number = core.withLock { $0.state.calls.openBatch(count: members.count) }
            for (member, envelope) in members.enumerated() {
                take(envelope, for: .batch(number: number, member: member), wasKept: wasKept)
            }
        case .emptyBatch:
            refuse(.invalidRequest("A batch must have at least one member."))
        case .tooLongBatch(let maximum):
            refuse(.invalidRequest("A batch has at most \(maximum) members; send several."))
        case .malformed(let error): refuse(RPCError(error))
        }
    }

    private func refuse(_ error: RPCError) {
        core.withLock { $0.reply(RPCResponse(id: .null, error: error)) }
    }

    private func take(_ envelope: Envelope, for destination: Destination, wasKept: Bool) {
        switch core.withLock({ $0.state.decide(envelope, for: destination) }) {
        case .settle(let response): settle(response, for: destination)
        case .perform(let request): perform(request, for: destination)
        case .cancel(let id):
            cancel(id, wasKept: wasKept)
            settle(nil, for: destination)
        case .exit:
            core.withLock { core in
                core.state.exit()
                core.end()
                // Everything in it arrived later.
                core.backlog.removeAll()
            }
            settle(nil, for: destination)
        }
    }

    private func settle(_ response: RPCResponse?, for destination: Destination) {
        core.withLock { $0.reply(response, for: destination) }
    }
}
