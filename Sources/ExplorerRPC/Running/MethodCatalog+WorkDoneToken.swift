package import JSONCore

extension MethodCatalog {
    /// `params` by name with that `workDoneToken`, for a caller that shows progress.
    ///
    /// Nil if the method takes none, if `params` has one, or if `params` cannot be valid.
    package static func params(
        _ params: JSONValue?, of method: String, withWorkDoneToken token: JSONValue
    ) -> JSONValue? {
        guard let documentation = self.method(method)?.documentation,
            documentation.takesCommonParams, var named = try? documentation.byName(params ?? .null),
            named["workDoneToken"] == nil
        else { return nil }
        named["workDoneToken"] = token
        return .object(named)
    }
}
