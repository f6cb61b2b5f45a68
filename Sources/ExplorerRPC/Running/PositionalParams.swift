import JSONCore

/// Turns params by position into params by name (JSON-RPC 2.0, section 4.2).
///
/// Null stands for an optional param that is not given.
struct PositionalParams {
    let documentation: MethodDocumentation

    /// - Throws: ``ParamErrors`` for more values than there are params.
    func named(_ values: [JSONValue]) throws(ParamErrors) -> JSONObject {
        let params = documentation.params
        guard values.count <= params.count else {
            throw ParamErrors(
                JSONPointer(),
                "expected at most \(params.count) params by position, found \(values.count)")
        }
        var named = JSONObject()
        for (param, value) in zip(params, values) where param.isRequired || !value.isNull {
            named[param.name] = value
        }
        return named
    }
}

/// What is wrong with the params of a call: -32602.
package struct ParamErrors: Error {
    package struct Entry: Hashable, Sendable {
        package let path: JSONPointer
        package let message: String
    }

    package let entries: [Entry]

    package init(entries: [Entry]) {
        self.entries = entries
    }

    package init(_ path: JSONPointer, _ message: String) {
        entries = [Entry(path: path, message: message)]
    }
}
