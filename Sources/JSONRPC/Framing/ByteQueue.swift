#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Bytes that have come and have not been taken: appended at one end, taken at the other.
///
/// It takes memory by what comes, never by what a peer announces. Offsets count from the first byte
/// that has not been taken.
struct ByteQueue: Sendable {
    /// Room that is kept for the next messages once a long one has gone.
    private static let largestIdleCapacity = 64 << 10
    /// Room that is made for what is announced.
    private static let largestExpectation = 16 << 20

    private var storage: [UInt8] = []
    private var head = 0

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

    /// Makes room for `count` bytes, so that a long message is not moved as it grows. Room that is
    /// not filled takes hardly any memory.
    mutating func expect(_ count: Int) {
        guard count > Self.largestIdleCapacity else { return }
        storage.reserveCapacity(head + min(count, Self.largestExpectation))
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        // Without any, the room that was made for what comes would be given back.
        if head > 0 { compact() }
        storage.append(contentsOf: bytes)
    }

    mutating func drop(_ count: Int) {
        head += count
        if isEmpty { compact() }
    }

    /// Takes the first `count` bytes out: in the room that they came in, if they are many and all
    /// there is.
    mutating func take(_ count: Int) -> [UInt8] {
        if count == self.count, count > Self.largestIdleCapacity {
            var bytes: [UInt8] = []
            swap(&bytes, &storage)
            bytes.removeFirst(head)
            head = 0
            return bytes
        }
        let bytes = Array(self[0..<count])
        drop(count)
        return bytes
    }

    mutating func removeAll() {
        drop(count)
    }

    /// Where `byte` first is, from `offset` on.
    func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
        guard offset < count else { return nil }
        return storage.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + head + offset, Int32(byte), count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - base - head
        }
    }

    /// Gives back the room of what has been taken, at a cost in proportion to what was taken.
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
