import JSONCore

/// The members of a control request, each read as the expected type.
struct ControlMembers {
    private let members: JSONObject
    /// The prefix of members' names in errors.
    private let place: String

    /// - Throws: ``ControlError`` if the name of a member is not among `names`.
    init(
        _ members: JSONObject, at place: String = "", names: Set<String>
    ) throws(ControlError) {
        self.members = members
        self.place = place
        if let other = members.map(\.0).first(where: { !names.contains($0) }) {
            throw ControlError(
                "\(place)/\(other): not one of \(names.sorted().joined(separator: ", "))")
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        guard let value = members[name] else { return nil }
        guard let number = value.intValue, range.contains(number) else {
            throw error(
                name, "an integer from \(range.lowerBound) to \(range.upperBound)", value)
        }
        return number
    }

    func isNull(_ name: String) -> Bool {
        members[name]?.isNull ?? false
    }

    func flag(_ name: String) throws(ControlError) -> Bool? {
        guard let value = members[name] else { return nil }
        guard let flag = value.boolValue else { throw error(name, "true or false", value) }
        return flag
    }

    func text(_ name: String) throws(ControlError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.stringValue else { throw error(name, "a string", value) }
        return text
    }

    /// One case of `Choice`, by its raw value.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws(ControlError) -> Choice? where Choice.RawValue == String {
        guard let value = members[name] else { return nil }
        guard let choice = value.stringValue.flatMap(Choice.init) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(name, "one of \(choices)", value)
        }
        return choice
    }

    /// The members of each object in an array.
    func objects(
        _ name: String, atMost count: Int, names: Set<String>
    ) throws(ControlError) -> [ControlMembers]? {
        guard let value = members[name] else { return nil }
        guard let list = value.arrayValue, list.count <= count else {
            throw error(name, "an array of at most \(count) objects", value)
        }
        var objects: [ControlMembers] = []
        for (index, item) in list.enumerated() {
            guard let members = item.objectValue else {
                throw error("\(name)/\(index)", "an object", item)
            }
            objects.append(
                try ControlMembers(members, at: "\(place)/\(name)/\(index)", names: names))
        }
        return objects
    }

    func error(_ name: String, _ expected: String, _ found: JSONValue? = nil) -> ControlError {
        let found = (found ?? members[name]).map { ", found \($0.text.prefix(100))" } ?? ""
        return ControlError("\(place)/\(name): expected \(expected)\(found)")
    }
}

/// An error in a control request: the member, what was expected, what was found.
struct ControlError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
