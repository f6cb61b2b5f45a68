package import JSONCore

/// A call that the OpenRPC document shows. ``ExampleResults`` has its result.
package struct MethodExample: Sendable {
    package let name: String
    package let params: JSONObject

    init(_ name: String, params: JSONObject = [:]) {
        self.name = name
        self.params = params
    }
}
