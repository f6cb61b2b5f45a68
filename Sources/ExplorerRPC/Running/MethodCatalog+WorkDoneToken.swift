package import JSONCore

extension MethodCatalog {
    /// `params` by name with that `workDoneToken`, for a caller that shows progress.
    ///
    /// Nil if the method takes none, if `params` has one, or if `params` cannot be valid.
    package static func params(
        _ params: JSONValue?, of method: String, withWorkDoneToken token: JSONValue
    ) -> JSONValue? {
        guard let documentation = methods.first(where: { $0.name == method })?.documentation,
            documentation.takesCommonParams
        else { return nil }
        var named: JSONObject
        switch params {
        case nil: named = [:]
        case .object(let members)?: named = members
        case .array(let values)?:
            guard
                let members = try? PositionalParams(documentation: documentation).named(values)
            else { return nil }
            named = members
        default: return nil
        }
        guard named["workDoneToken"] == nil else { return nil }
        named["workDoneToken"] = token
        return .object(named)
    }
}
