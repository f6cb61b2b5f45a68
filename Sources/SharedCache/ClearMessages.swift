/// The messages about clears that arrive while one is carried out: at most one clear is pending.
struct ClearMessages {
    /// A sealed login is shorter. A longer message clears everything.
    private static let longest = 256

    private var isRunning = false
    private var isClosed = false
    /// A sealed login; empty for everything.
    private var pending: [UInt8]?

    /// Takes a message. Returns whether its receiver must begin to carry out what ``next()`` returns.
    mutating func receive(_ sealed: some Collection<UInt8>) -> Bool {
        guard !isClosed else { return false }
        if let pending, !pending.elementsEqual(sealed) {
            // Different logins are rarely cleared at once, so everything is cleared instead.
            self.pending = []
        } else {
            pending = sealed.count <= Self.longest ? Array(sealed) : []
        }
        defer { isRunning = true }
        return !isRunning
    }

    /// The next clear; nil if there is none, and the receiver of the next message begins again.
    mutating func next() -> [UInt8]? {
        isRunning = pending != nil
        defer { pending = nil }
        return pending
    }

    mutating func close() {
        isClosed = true
        pending = nil
    }
}
