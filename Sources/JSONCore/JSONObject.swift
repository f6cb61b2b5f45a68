/// The members of a JSON object, in the order in which their names first came.
///
/// Of members with the same name the last one counts, in the place of the first. Equality ignores
/// the order. Looking a member up is a walk over a few names, or through an index
/// where there are many, so that a hostile object costs no more than its length.
///
/// - SeeAlso: RFC 8259, section 4.
package struct JSONObject: Sendable {
    private struct Member: Hashable, Sendable {
        let name: String
        var value: JSONValue
    }

    /// A member's name, equal code point by code point.
    private struct Name: Hashable, Sendable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            left.text.isSameText(as: right.text)
        }
    }

    /// Most members that are looked up by walking.
    ///
    /// Measured: objects of 18 members are read twice as fast as through an index.
    private static let longestWalk = 32

    private var members: [Member] = []

    /// Where each name is in `members`; empty while there are few.
    private var places: [Name: Int] = [:]

    package init() {}

    /// The members given; of equal names the last one counts.
    package init(_ members: some Sequence<(String, JSONValue)>) {
        for (name, value) in members {
            self[name] = value
        }
    }

    /// The names, in order.
    package var keys: [String] {
        members.map(\.name)
    }

    /// The member of that name, nil if there is none.
    ///
    /// A new member goes to the end, one that was there keeps its place, and nil takes it out.
    package subscript(name: String) -> JSONValue? {
        get {
            place(of: name).map { members[$0].value }
        }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): remove(at: place)
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// The same members, in the order of their names.
    package var sortedByName: JSONObject {
        JSONObject(map { ($0.0, $0.1) }.sorted { $0.0 < $1.0 })
    }

    /// These members with `others` added, or put in the places of those of the same names.
    package func merging(_ others: JSONObject) -> JSONObject {
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

    private mutating func append(_ name: String, _ value: JSONValue) {
        members.append(Member(name: name, value: value))
        if !places.isEmpty {
            places[Name(text: name)] = members.count - 1
        } else if members.count > Self.longestWalk {
            indexNames()
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        if !places.isEmpty {
            indexNames()
        }
    }

    private mutating func indexNames() {
        places.removeAll(keepingCapacity: true)
        for (place, member) in members.enumerated() {
            places[Name(text: member.name)] = place
        }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }

    package subscript(position: Int) -> (key: String, value: JSONValue) {
        let member = members[position]
        return (member.name, member.value)
    }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return left.members.allSatisfy { right[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        // Any order must give the same hash: combine what does not depend on it.
        var sum = 0
        for member in members {
            sum &+= member.hashValue
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members)
    }
}
