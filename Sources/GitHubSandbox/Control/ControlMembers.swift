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
                message:
                    "\(place)/\(other): not one of \(names.sorted().joined(separator: ", "))")
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        try value(name, "an integer from \(range.lowerBound) to \(range.upperBound)") {
            $0.intValue.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func isNull(_ name: String) -> Bool {
        members[name]?.isNull ?? false
    }

    func flag(_ name: String) throws(ControlError) -> Bool? {
        try value(name, "true or false", \.boolValue)
    }

    func text(_ name: String) throws(ControlError) -> String? {
        try value(name, "a string", \.stringValue)
    }

    /// One case of `Choice`, by its raw value.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws(ControlError) -> Choice? where Choice.RawValue == String {
        try value(name, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))") {
            $0.stringValue.flatMap(Choice.init)
        }
    }

    private func value<Value>(
        _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(ControlError) -> Value? {
        guard let sent = members[name] else { return nil }
        guard let value = read(sent) else { throw error(name, expected, sent) }
        return value
    }

    /// The members of each object in an array.
    func objects(
        _ name: String, atMost count: Int, names: Set<String>
    ) throws(ControlError) -> [ControlMembers]? {
        let list = try value(name, "an array of at most \(count) objects") {
            $0.arrayValue.flatMap { $0.count <= count ? $0 : nil }
        }
        guard let list else { return nil }
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
        return ControlError(message: "\(place)/\(name): expected \(expected)\(found)")
    }
}

/// An error in a control request: the member, what was expected, what was found.
struct ControlError: Error {
    let message: String
}
