import Glibc

/// A queue of bytes: appended at one end, taken from the other.
///
/// Its memory grows with the bytes that arrive, not with the length that a peer announces. Offsets
/// count from the first byte in the queue.
struct ByteQueue: Sendable {
    /// Capacity that is kept for the next messages after a long one.
    private static let largestIdleCapacity = 64 << 10
    /// Most capacity that is reserved for an announced length.
    private static let largestExpectation = 16 << 20

    private var storage: [UInt8] = []
    private var head = 0
    /// The bytes at the start that have no line feed.
    private var searched = 0

    var count: Int {
        storage.count - head
    }

    var isEmpty: Bool {
        count == 0
    }

    subscript(offset: Int) -> UInt8 {
        storage[head + offset]
    }

    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        storage[head + range.lowerBound..<head + range.upperBound]
    }

    /// Reserves room for `count` bytes, so that a long message is not moved as it grows. Reserved
    /// memory that is not filled costs hardly anything.
    mutating func expect(_ count: Int) {
        guard count > Self.largestIdleCapacity else { return }
        storage.reserveCapacity(head + min(count, Self.largestExpectation))
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        // With nothing to remove, compacting would give the reserved room back.
        if head > 0 { compact() }
        storage.append(contentsOf: bytes)
    }

    mutating func drop(_ count: Int) {
        head += count
        searched = 0
        if isEmpty { compact() }
    }

    /// Takes the first `count` bytes, without copying if they are many and the whole queue.
    mutating func take(_ count: Int) -> [UInt8] {
        if count == self.count, count > Self.largestIdleCapacity {
            var bytes: [UInt8] = []
            swap(&bytes, &storage)
            bytes.removeFirst(head)
            head = 0
            searched = 0
            return bytes
        }
        let bytes = Array(self[0..<count])
        drop(count)
        return bytes
    }

    mutating func removeAll() {
        drop(count)
    }

    /// The offset of the first line feed. Bytes without one are searched once.
    mutating func lineFeed() -> Int? {
        let found = storage.withUnsafeBytes { bytes -> Int? in
            let start = head + searched
            guard let base = bytes.baseAddress,
                let found = memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base - head
        }
        searched = found ?? count
        return found
    }

    /// Whether `text` is there, whole, at `offset`.
    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        guard count - offset >= text.utf8CodeUnitCount else { return false }
        return storage.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            return memcmp(base + head + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    /// Drops white space at the start.
    mutating func dropWhiteSpace() {
        let end = storage[head...].firstIndex { !$0.isJSONWhiteSpace }
        drop((end ?? storage.count) - head)
    }

    /// Frees the room of taken bytes, at a cost proportional to their number.
    private mutating func compact() {
        if isEmpty {
            storage.removeAll(keepingCapacity: storage.capacity <= Self.largestIdleCapacity)
            head = 0
        } else if head > storage.count / 2 {
            storage.removeSubrange(..<head)
            head = 0
        }
    }
}

extension UInt8 {
    /// - SeeAlso: RFC 8259, section 2, `ws`.
    var isJSONWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
