import JSONCore

/// From messages to calls.
extension ServerConnection {
    /// Takes in the messages that have come, as far as there is room, after a change.
    ///
    /// One thread at a time does this; another one that comes meanwhile leaves its bytes to it.
    func takeIn(after change: (inout ConnectionCore) -> Void) {
        let isFirst = core.withLock { core in
            change(&core)
            return core.beginTakingIn()
        }
        if isFirst {
            while let message = core.withLock({ $0.nextMessage() }) {
                take(message)
            }
        }
        announce()
    }

    private func take(_ text: [UInt8]) {
        let message = IncomingMessage(text, limits: limits)
        if case .secret(let check) = gate, core.withLock({ $0.isGated }) {
            return takeFirst(message, check)
        }
        switch message {
        case .single(let envelope): take(envelope, for: .alone)
        case .batch(let members):
            let number = core.withLock { $0.state.calls.openBatch(count: members.count) }
            for (member, envelope) in members.enumerated() {
                take(envelope, for: .batch(number: number, member: member))
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

    private func take(_ envelope: Envelope, for destination: Destination) {
        switch core.withLock({ $0.state.decide(envelope, for: destination) }) {
        case .settle(let response): settle(response, for: destination)
        case .perform(let request): perform(request, for: destination)
        case .cancel(let id):
            cancel(id)
            settle(nil, for: destination)
        case .exit:
            core.withLock { core in
                core.state.exit()
                core.end()
            }
            settle(nil, for: destination)
        }
    }

    private func settle(_ response: RPCResponse?, for destination: Destination) {
        core.withLock { $0.reply(response, for: destination) }
    }
}
