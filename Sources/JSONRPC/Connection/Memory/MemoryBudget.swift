import Synchronization

/// The memory that clients and upstream may fill: buffered input and unsent output of all connections, and
/// bodies that a server receives from elsewhere, together.
///
/// While there is no room for input, no connection with more than ``allowance`` of it is read from,
/// and the largest unfinished frame is closed. While there is no room for output, a connection whose
/// results take more than ``allowance`` starts no further call. Connections that need little never
/// notice.
public final class MemoryBudget: Sendable {
    /// 512 MiB.
    public static let defaultMaximum = 512 << 20

    /// Bytes of input, and bytes of output, that each connection has without being counted.
    static let allowance = 64 << 10

    private struct Member {
        weak var holder: (any MemoryHolder)?
    }

    private struct State {
        var ledger: MemoryLedger
        var members: [ObjectIdentifier: Member] = [:]
        var shortage: MemoryLedger.Shortage = []

        /// Finds what must follow from a change, outside of any lock.
        mutating func consequences() -> [@Sendable () -> Void] {
            var consequences: [@Sendable () -> Void] = []
            while let id = ledger.evict() {
                guard let holder = members[id]?.holder else { continue }
                consequences.append { holder.refuseFrame() }
            }
            let former = shortage
            shortage = ledger.shortage
            if former != shortage, !former.isEmpty {
                for member in members.values {
                    guard let holder = member.holder else { continue }
                    consequences.append { holder.memoryChanged() }
                }
            }
            return consequences
        }
    }

    private let state: Mutex<State>
    private let shortageBits = Atomic<UInt8>(0)

    /// - Parameter maximum: in bytes.
    public init(maximum: Int = defaultMaximum) {
        state = Mutex(State(ledger: MemoryLedger(maximum: maximum)))
    }

    /// Takes room for a body that is received from elsewhere, or returns it if `change` is negative.
    ///
    /// - Returns: false if there is no room; nothing is taken then.
    public func changeBodies(by change: Int) -> Bool {
        let (isTaken, consequences) = update { $0.ledger.changeBodies(by: change) }
        for consequence in consequences { consequence() }
        return isTaken
    }

    var shortage: MemoryLedger.Shortage {
        MemoryLedger.Shortage(rawValue: shortageBits.load(ordering: .relaxed))
    }

    /// Records what a connection or a body holds, and returns what must follow outside of any lock.
    /// It may be called under the holder's lock.
    func set(
        _ share: MemoryLedger.Share, of holder: any MemoryHolder
    ) -> [@Sendable () -> Void] {
        let id = ObjectIdentifier(holder)
        return update { state in
            state.members[id] =
                share == MemoryLedger.Share() ? nil : Member(holder: holder)
            state.ledger.set(share, of: id)
        }.consequences
    }

    /// Forgets a holder that is being freed.
    func forget(_ id: ObjectIdentifier) {
        let consequences = update { state in
            state.members[id] = nil
            state.ledger.set(MemoryLedger.Share(), of: id)
        }.consequences
        for consequence in consequences { consequence() }
    }

    private func update<Result: Sendable>(
        _ change: (inout State) -> Result
    ) -> (result: Result, consequences: [@Sendable () -> Void]) {
        state.withLock { state in
            let result = change(&state)
            let consequences = state.consequences()
            shortageBits.store(state.shortage.rawValue, ordering: .relaxed)
            return (result, consequences)
        }
    }
}
