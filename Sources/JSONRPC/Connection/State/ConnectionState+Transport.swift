/// What the transport learns.
extension ConnectionState {
    /// What the transport must do, after an event of its own.
    mutating func nextStep() -> ConnectionStep {
        notice.step(needs, &output, unfinishedBytes: decoder.pending)
    }

    /// Whether the transport must be signalled, after any other event.
    mutating func needsSignal() -> Bool {
        notice.isNeeded(for: needs)
    }

    var needs: TransportNotice.Needs {
        var needs: TransportNotice.Needs = []
        if output.isReady { needs.insert(.write) }
        if isDone, !output.isBeingWritten { needs.insert(.close) }
        if isExiting { needs.insert(.end) }
        if wantsInput {
            needs.insert(.read)
            // Frames may also be held back because the server is busy, which is not the client's
            // fault.
            if !isWorking, decoder.isMidFrame { needs.insert(.time) }
        }
        return needs
    }

    /// Whether nothing more will be answered, and no ``Work`` is under way.
    var isDone: Bool {
        switch phase {
        case .gated, .deciding, .open: false
        case .draining, .cancelling: calls.isEmpty && backlog.isEmpty && !isWorking
        case .refused, .closed: !isWorking
        }
    }

    /// Whether nothing more will be answered, and the tasks of all calls have ended.
    var isFinished: Bool { isDone && !calls.hasRunning }

    /// Whether the client's `exit` has been read, even if earlier requests must be taken in first.
    var isExiting: Bool {
        exitStatus != nil || backlog.hasExit
    }

    private var wantsInput: Bool {
        canRead && !decoder.isComplete && !isBehind
            && !(shortage.contains(.input) && inputBytes > MemoryBudget.allowance)
    }

    /// Whether earlier input is still being taken in: a client that sends faster than that would
    /// fill the memory.
    private var isBehind: Bool {
        isWorking && decoder.pending >= limits.inputHighWater
    }

    /// Whether another message may be read. A message without a place goes into the backlog, so
    /// that cancellations are seen. Since each of them is answered, too, a client that leaves very
    /// much unread is not read from.
    var canRead: Bool {
        phase.isReading && backlog.size < limits.inputHighWater && !backlog.hasExit
            && output.pending < limits.outputHighWater + limits.maximumResultBytes
    }

    /// Whether there is a place for another request.
    var hasPlace: Bool {
        calls.hasRoom && mayStart || phase == .cancelling
    }

    /// Whether the client reads its responses fast enough for more calls to start.
    var clientKeepsUp: Bool {
        output.pending < limits.outputHighWater
    }

    /// Whether another call may start.
    var mayStart: Bool {
        guard clientKeepsUp else { return false }
        // Without the other calls of its batch, a result cannot be sent, and its memory stays in
        // use.
        return shortage.isDisjoint(with: .output) || calls.batchedBytes > 0
            || unreadBytes + calls.expectedBytes <= MemoryBudget.allowance
    }
}
