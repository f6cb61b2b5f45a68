/// Remembers what a transport knows of its connection's needs, so that it is signalled once, and only
/// if there are more.
struct TransportNotice: Sendable {
    /// What a connection needs of its transport.
    struct Needs: OptionSet, Sendable {
        let rawValue: UInt8

        /// There is output that the transport has not been given.
        static let write = Needs(rawValue: 1)
        static let read = Needs(rawValue: 2)
        /// The rest of a frame must arrive in time.
        static let time = Needs(rawValue: 4)
        /// Everything is written, and the connection closes.
        static let close = Needs(rawValue: 8)
        /// No more input is of use, although not everything is answered or written.
        static let end = Needs(rawValue: 16)
    }

    /// Nil while the transport has been signalled or is about to take a step.
    private var known: Needs?

    /// Records that the transport is about to take a step.
    mutating func clear() {
        known = nil
    }

    /// What the transport of a connection with these needs must do. It knows them from now on.
    mutating func step(
        _ needs: Needs, _ output: inout OutputBuffer, unfinishedBytes: Int
    ) -> ConnectionStep {
        known = needs.subtracting(.write)
        return ConnectionStep(
            write: output.take(), unfinishedBytes: unfinishedBytes, needs: needs)
    }

    /// Whether the transport must be signalled, because it does not know all of `needs`.
    mutating func isNeeded(for needs: Needs) -> Bool {
        guard let known, !needs.isSubset(of: known) else { return false }
        self.known = nil
        return true
    }
}
