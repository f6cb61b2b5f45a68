/// Finds the members of an object in its text by name.
///
/// Names are looked up in a hash table. If members have the same name, the last one counts.
struct JSONTextMembers {
    private struct Member {
        let name: JSONStringToken
        let value: Range<Int>
    }

    private let text: ArraySlice<UInt8>
    private var members: [Member] = []
    /// For each hash the number of its member, counted from 1; 0 is a free slot.
    private var places: [UInt32] = []

    /// Nil if `text`, which has been checked, is not an object.
    ///
    /// - Parameter limit: members after that many are ignored.
    init?(_ text: ArraySlice<UInt8>, atMost limit: Int = .max) {
        self.text = text
        guard
            (try? JSONScanner.scan(text, maximumDepth: .max) { try read(&$0, limit) }) ?? false
        else {
            return nil
        }
    }

    var names: [String] {
        text.withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            return members.map { scanner.text(of: $0.name) }
        }
    }

    /// The text of a member's value, or nil if there is no such member.
    subscript(name: String) -> ArraySlice<UInt8>? {
        var name = name
        let found = text.withUnsafeBufferPointer { bytes in
            let scanner = JSONScanner(bytes)
            return name.withUTF8 { name in
                let place = Self.place(of: name, in: places) {
                    scanner.isText(of: members[$0].name, name)
                }
                return places[place]
            }
        }
        guard found > 0 else { return nil }
        let value = members[Int(found) - 1].value
        return text[text.startIndex + value.lowerBound..<text.startIndex + value.upperBound]
    }

    private mutating func read(_ scanner: inout JSONScanner, _ limit: Int) throws -> Bool {
        guard try scanner.nextKind() == .object else { return false }
        try scanner.beginObject()
        members.reserveCapacity(96)
        while members.count < limit, let name = try scanner.skipName() {
            members.append(Member(name: name, value: try scanner.skipValue()))
        }
        index(scanner)
        return true
    }

    private mutating func index(_ scanner: JSONScanner) {
        var size = 8
        while size < members.count * 2 { size *= 2 }
        places = Array(repeating: 0, count: size)
        for number in members.indices {
            scanner.withText(of: members[number].name) { name in
                let place = Self.place(of: name, in: places) {
                    scanner.isText(of: members[$0].name, name)
                }
                places[place] = UInt32(number + 1)
            }
        }
    }

    /// The slot of `name`, or the free slot where it belongs.
    @inline(__always)
    private static func place(
        of name: UnsafeBufferPointer<UInt8>, in places: [UInt32],
        isSame: (_ member: Int) -> Bool
    ) -> Int {
        let mask = places.count - 1
        var place = hash(of: name, isFew: places.count <= 256) & mask
        while places[place] > 0, !isSame(Int(places[place]) - 1) {
            place = (place + 1) & mask
        }
        return place
    }

    /// FNV-1a for few names. Of many names, a client could choose those with equal hashes, so their
    /// hash has the secret of this process.
    @inline(__always)
    private static func hash(of name: UnsafeBufferPointer<UInt8>, isFew: Bool) -> Int {
        guard isFew else {
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(name))
            return hasher.finalize()
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}

extension JSONScanner {
    /// Calls `body` with the text of a string that has been skipped.
    fileprivate func withText(
        of token: JSONStringToken, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard token.hasEscapes else {
            return body(UnsafeBufferPointer(rebasing: bytes[token.range]))
        }
        var text = text(of: token)
        text.withUTF8(body)
    }

    fileprivate func isText(
        of token: JSONStringToken, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard !token.hasEscapes else { return self.text(of: token).utf8.elementsEqual(text) }
        return token.range.count == text.count && bytes[token.range].elementsEqual(text)
    }
}
