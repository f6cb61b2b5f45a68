import JSONCore

/// The params that every method that asks GitHub takes besides its own.
struct CommonParams: Sendable {
    let refresh: Bool
    let maxAge: Int?
    let workDoneToken: JSONValue?

    /// Takes them out of valid params.
    init(takenFrom members: inout JSONObject) {
        refresh = members["refresh"]?.boolValue ?? false
        maxAge = members["maxAge"]?.intValue
        workDoneToken = members["workDoneToken"]
        for name in ["refresh", "maxAge", "workDoneToken", MethodDocumentation.fields] {
            members[name] = nil
        }
    }

    /// Whether any other call would get the same result.
    var areDefault: Bool { !refresh && areForAll }

    /// Whether other calls may get the result of this one.
    var areForAll: Bool { maxAge == nil && workDoneToken == nil }
}
