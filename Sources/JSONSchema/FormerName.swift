import JSONCore

/// A name that a member once had, and under which it is still accepted.
///
/// A member may be given under one of its names only.
package struct FormerName: Hashable, Sendable {
    package let name: String
    package let presentName: String

    package init(_ name: String, now presentName: String) {
        self.name = name
        self.presentName = presentName
    }
}

extension Schema {
    /// What an object's schema accepts under names that its members once had.
    package var formerProperties: [Property] {
        if case .object(let rule) = rule { rule.formerProperties } else { [] }
    }

    /// The members under their present names, with the former names that were used.
    ///
    /// The members should be valid.
    package func presentNames(
        of members: JSONObject
    ) -> (members: JSONObject, used: [FormerName]) {
        guard case .object(let rule) = rule, !rule.formerNames.isEmpty else {
            return (members, [])
        }
        var renamed = members
        var used: [FormerName] = []
        for former in rule.formerNames {
            guard let value = renamed[former.name] else { continue }
            renamed[former.name] = nil
            renamed[former.presentName] = value
            used.append(former)
        }
        return (renamed, used)
    }
}

extension Schema.ObjectRule {
    /// All names of a member: the present one, then those that it had.
    func names(of property: Property) -> [String] {
        [property.name] + formerNames.filter { $0.presentName == property.name }.map(\.name)
    }

    /// The alternatives under every name that their members have.
    var alternativesByName: [Alternative] {
        alternatives.flatMap { alternative in
            [alternative]
                + formerNames.filter { $0.presentName == alternative.name }
                .map { Alternative($0.name, is: alternative.value) }
        }
    }
}
