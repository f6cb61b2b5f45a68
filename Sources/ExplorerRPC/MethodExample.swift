package import JSONCore

/// A call that the OpenRPC document shows, with its result on the sandbox.
package struct MethodExample: Sendable {
    package let name: String
    package let params: JSONObject

    init(_ name: String, params: JSONObject = [:]) {
        self.name = name
        self.params = params
    }

    /// `Scripts/examples` calls the built server and writes this part of the program.
    private static let results = try? JSONParser().parse(PackageResources.examples_json)

    /// - Parameter index: that of the example.
    /// - Returns: null for an example that has not been called yet.
    package static func result(of method: String, _ index: Int = 0) -> JSONValue {
        let results = results?[method]?.arrayValue ?? []
        return results.indices.contains(index) ? results[index] : .null
    }
}
