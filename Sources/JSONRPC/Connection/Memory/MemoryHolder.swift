/// What holds a share of the ``MemoryBudget``. Called outside of any lock, from any thread.
protocol MemoryHolder: AnyObject, Sendable {
    /// Drops the unfinished frame, because there is no memory for the rest of it.
    func refuseFrame()

    /// Looks whether there is memory for what waits.
    func memoryChanged()
}
