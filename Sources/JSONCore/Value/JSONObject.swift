/// The members of a JSON object, in the order in which their names first appeared.
///
/// If members have the same name, the last value counts and keeps the place of the first. Equality
/// ignores the order. A lookup scans a few names, or uses an index if there are many, so that a
/// hostile object costs no more than its length.
///
/// - SeeAlso: RFC 8259, section 4.
public struct JSONObject: Sendable {
    private struct Member: Sendable {
        let name: String
        var value: JSONValue
    }

    /// A member's name. Names are equal if their code points are.
    ///
    /// Swift's own hash is that of all spellings of a text, of which a client could send thousands
    /// as the names of one object.
    private struct Name: Hashable, Sendable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            left.text.isSameText(as: right.text)
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Most members that are searched without an index, which would double a small object's memory.
    private static let longestWalk = 32

    private var members: [Member] = []

    /// The index of each name in `members`; empty while there are few.
    private var places: [Name: Int] = [:]

    /// An object without members.
    public init() {}

    /// If members have the same name, the last value counts.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (name, value) in members {
            self[name] = value
        }
    }

    /// The names, in order.
    public var keys: [String] {
        members.map(\.name)
    }

    /// The value of the member `name`, or nil if there is none.
    ///
    /// A new member is appended, an existing one keeps its place, and nil removes it.
    public subscript(name: String) -> JSONValue? {
        get {
            place(of: name).map { members[$0].value }
        }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                places = [:]
                indexNames()
            case (nil, let value?):
                members.append(Member(name: name, value: value))
                indexNames()
            case (nil, nil): break
            }
        }
    }

    /// The same members, sorted by name.
    public var sortedByName: JSONObject {
        JSONObject(map { ($0.0, $0.1) }.sorted { $0.0 < $1.0 })
    }

    /// These members with `others` added; a member of `others` replaces the one of the same name.
    public func merging(_ others: JSONObject) -> JSONObject {
        var merged = self
        for (name, value) in others { merged[name] = value }
        return merged
    }

    private func place(of name: String) -> Int? {
        if places.isEmpty {
            members.firstIndex { $0.name.isSameText(as: name) }
        } else {
            places[Name(text: name)]
        }
    }

    /// Adds the members that are not in the index to it, if there are many.
    private mutating func indexNames() {
        guard members.count > Self.longestWalk else { return }
        for place in places.count..<members.count {
            places[Name(text: members[place].name)] = place
        }
    }
}

extension JSONObject: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { members.count }

    /// The member at a position, in the order in which names first appeared.
    public subscript(position: Int) -> (key: String, value: JSONValue) {
        let member = members[position]
        return (member.name, member.value)
    }
}

extension JSONObject: Equatable {
    /// Whether both have equal members, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// The members of a literal, in its order; the last of equal names counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members)
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON.
    public var description: String {
        JSONValue.object(self).text
    }
}
