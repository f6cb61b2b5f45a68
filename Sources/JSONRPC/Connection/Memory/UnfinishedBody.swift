/// A message that a transport collects outside of a connection. It counts as an unfinished frame does.
package final class UnfinishedBody: MemoryHolder {
    private let memory: MemoryBudget
    private let refuse: @Sendable () -> Void

    /// - Parameter refuse: called from any thread, perhaps after the end, when there is no memory for the
    ///   rest. The body no longer counts then.
    package init(in memory: MemoryBudget, refuse: @escaping @Sendable () -> Void) {
        self.memory = memory
        self.refuse = refuse
    }

    deinit {
        memory.forget(ObjectIdentifier(self))
    }

    /// Records how many bytes there are; 0 at the end.
    package func set(_ bytes: Int) {
        let count = bytes > MemoryBudget.allowance ? bytes : 0
        let share = MemoryLedger.Share(input: count, unfinished: count)
        for consequence in memory.set(share, of: self) { consequence() }
    }

    func refuseFrame() { refuse() }

    func memoryChanged() {}
}
