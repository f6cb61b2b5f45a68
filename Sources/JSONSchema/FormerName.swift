package import JSONCore

/// A former name of a member or a method, under which it is still accepted.
///
/// A member may be given under only one of its names.
package struct FormerName: Hashable, Sendable {
    package let name: String
    package let presentName: String

    package init(_ name: String, now presentName: String) {
        self.name = name
        self.presentName = presentName
    }
}

extension Schema {
    /// The properties under their former names, as an object's schema accepts them.
    package var formerProperties: [Property] {
        if case .object(let rule) = rule { rule.formerProperties } else { [] }
    }

    /// The members under their present names, and the former names that were used.
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
    /// All names of a member: the present one, then the former ones.
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
