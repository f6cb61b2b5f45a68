import Glibc
import HTTPCore

/// Puts the proxy's own address in place of the API's, so that what a response links to comes through the
/// proxy too.
struct AddressRewriting: Sendable {
    private let old: [UInt8]
    private let new: [UInt8]
    /// The proxy's address.
    let own: String

    /// - Parameters:
    ///   - api: the base of the REST API.
    ///   - own: the proxy's address, without a trailing slash.
    init(api: WebAddress, own: String) {
        let base = "\(api)"
        old = Array((base.hasSuffix("/") ? base.dropLast() : base[...]).utf8)
        new = Array(own.utf8)
        self.own = own
    }

    func rewritten(_ text: String) -> String {
        String(decoding: rewritten(Array(text.utf8)), as: UTF8.self)
    }

    func rewritten(_ bytes: [UInt8]) -> [UInt8] {
        var stream = Stream(self)
        return stream.next(bytes) + stream.end()
    }

    /// A text that arrives in pieces.
    struct Stream {
        private let rewriting: AddressRewriting
        /// The end of what has arrived, which may be the beginning of an address.
        private var kept: [UInt8] = []

        init(_ rewriting: AddressRewriting) {
            self.rewriting = rewriting
        }

        mutating func next(_ bytes: [UInt8]) -> [UInt8] {
            let text = kept + bytes
            // Whether an address is the API's shows only the byte after it.
            let complete = max(text.count - rewriting.old.count, 0)
            let (output, used) = rewriting.replacing(in: text, upTo: complete)
            kept = Array(text[used...])
            return output
        }

        mutating func end() -> [UInt8] {
            defer { kept = [] }
            return rewriting.replacing(in: kept, upTo: kept.count).output
        }
    }

    /// - Parameter end: addresses that begin there or later are left for later.
    /// - Returns: also how much of the text was used.
    private func replacing(in text: [UInt8], upTo end: Int) -> (output: [UInt8], used: Int) {
        var output: [UInt8] = []
        var start = 0
        text.withUnsafeBytes { text in
            var position = 0
            while position < end, let first = memchr(text, old[0], from: position, to: end) {
                position = first + 1
                let after = first + old.count
                guard after <= text.count, text[first..<after].elementsEqual(old),
                    after == text.count || !Self.continuesName(text[after])
                else { continue }
                output += text[start..<first]
                output += new
                (start, position) = (after, after)
            }
            let used = max(start, end)
            output += text[start..<used]
            start = used
        }
        return (output, start)
    }

    private func memchr(
        _ text: UnsafeRawBufferPointer, _ byte: UInt8, from start: Int, to end: Int
    ) -> Int? {
        guard let base = text.baseAddress,
            let found = Glibc.memchr(base + start, Int32(byte), end - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Whether the host or the path segment before this byte is a longer one.
    private static func continuesName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // - . : @ _ %
        case 0x2D, 0x2E, 0x3A, 0x40, 0x5F, 0x25: true
        default: false
        }
    }
}
