/// Messages that were read but have no place yet, in order.
///
/// Cancellations are not kept here: they take effect even while earlier messages wait.
struct Backlog: Sendable {
    private struct Entry: Sendable {
        var message: IncomingMessage
        let size: Int
    }

    /// Approximate size of an envelope besides its text, in bytes.
    private static let envelopeSize = 256

    private var entries: [Entry] = []

    /// Approximate size of the messages, in bytes.
    private(set) var size = 0

    /// Whether one of the messages ends the connection.
    private(set) var hasExit = false

    var isEmpty: Bool { entries.isEmpty }

    /// - Parameter length: the size of the message's text, in bytes.
    mutating func append(_ message: IncomingMessage, length: Int, isExit: Bool) {
        let size = length + Self.envelopeSize * max(message.envelopes.count, 1)
        entries.append(Entry(message: message, size: size))
        self.size += size
        hasExit = hasExit || isExit
    }

    /// Takes out the oldest message.
    mutating func next() -> IncomingMessage? {
        guard !isEmpty else { return nil }
        // At most a thousand move up: a connection whose backlog has 256 KiB is not read from.
        let entry = entries.removeFirst()
        size -= entry.size
        if isEmpty { hasExit = false }
        return entry.message
    }

    /// Marks the first request with that id as cancelled, so that it is answered as such in its
    /// turn.
    ///
    /// - Parameter exempt: the method that cannot be cancelled, if there is one.
    /// - Returns: the request if it is not part of a batch. It has then been removed and must be
    ///   answered now.
    mutating func cancel(_ id: RequestID, exempt: String?) -> RPCRequest? {
        guard !id.isNull else { return nil }
        let named = { (envelope: IncomingMessage.Envelope) -> RPCRequest? in
            guard case .call(let request) = envelope else { return nil }
            return request.id == id && !request.calls(exempt) ? request : nil
        }
        for index in entries.indices {
            switch entries[index].message {
            case .single(let envelope):
                guard let request = named(envelope) else { continue }
                size -= entries.remove(at: index).size
                return request
            case .batch(var envelopes):
                for member in envelopes.indices {
                    guard let request = named(envelopes[member]) else { continue }
                    envelopes[member] = .cancelled(request)
                    entries[index].message = .batch(envelopes)
                    return nil
                }
            default: continue
            }
        }
        return nil
    }

    mutating func removeAll() {
        self = Backlog()
    }
}
