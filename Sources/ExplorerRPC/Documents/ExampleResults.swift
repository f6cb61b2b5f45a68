package import JSONCore

/// The results of the methods' examples: what the sandbox answers.
///
/// `Scripts/examples` calls the built server and writes them into `examples.json`, which is a part
/// of the program.
package enum ExampleResults {
    private static let all = try? JSONParser().parse(PackageResources.examples_json)

    /// - Parameter index: that of the example.
    /// - Returns: null for an example that has not been called yet.
    package static func result(of method: String, _ index: Int = 0) -> JSONValue {
        let results = all?[method]?.arrayValue ?? []
        return results.indices.contains(index) ? results[index] : .null
    }
}
