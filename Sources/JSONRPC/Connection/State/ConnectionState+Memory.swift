/// What the connection holds of the ``MemoryBudget``.
extension ConnectionState {
    /// Whether ``memoryShare`` is empty. Nearly every event asks: the share itself would add a tenth
    /// to a cached result's instructions, which are to be at most 17,500.
    var holdsLittle: Bool {
        shortage.isEmpty
            && inputBytes + unreadBytes + calls.expectedBytes <= MemoryBudget.allowance
    }

    /// In steps, so that the budget need not hear of every byte.
    var memoryShare: MemoryLedger.Share {
        var share = MemoryLedger.Share()
        let (input, unread, expected) = (inputBytes, unreadBytes, calls.expectedBytes)
        if input > MemoryBudget.allowance {
            share.input = Self.inSteps(input)
            share.unfinished = min(share.input, Self.inSteps(unfinishedBytes))
        }
        if unread + expected > MemoryBudget.allowance {
            share.unread = Self.inSteps(unread)
            share.expected = Self.inSteps(expected)
        }
        share.isHeldBack = !shortage.isEmpty && calls.isWaiting
        return share
    }

    var inputBytes: Int {
        decoder.pending + backlog.size + calls.requestBytes
    }

    var unreadBytes: Int {
        output.pending + calls.batchedBytes
    }

    /// The part of a frame that has arrived, if it is long and the rest must come from the client.
    var unfinishedBytes: Int {
        let isUnfinished =
            decoder.pending > MemoryBudget.allowance && !isWorking && canRead && decoder.isMidFrame
        return isUnfinished ? decoder.pending : 0
    }

    private static func inSteps(_ bytes: Int) -> Int {
        let step = MemoryBudget.allowance
        return (bytes + step - 1) / step * step
    }
}
