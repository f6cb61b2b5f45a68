import Explorer
import JSONCore
import JSONRPC

/// A method: its documentation, its params as a type, and what answers it.
///
/// One file each, and one line in ``Catalogue``. The runner validates params by the documented
/// schema and fills in its defaults before `Params` is decoded, so that decoding cannot fail.
package protocol DocumentedMethod: Sendable {
    associatedtype Params: Decodable & Sendable
    associatedtype Result: Encodable & Sendable

    static var name: String { get }
    static var documentation: MethodDocumentation { get }

    /// The one user or repository that the request is about.
    static func subject(_ params: Params) -> Subject?

    /// Whether an equal request within the answer's freshness gets the same answer.
    static func isRepeatable(_ params: Params) -> Bool

    static func answer(_ params: Params, _ call: MethodCall) async throws -> Result

    /// The gist of a result, in one or two sentences for a person.
    static func gist(of result: JSONValue) -> String
}

extension DocumentedMethod {
    package static func subject(_ params: Params) -> Subject? { nil }
    package static func isRepeatable(_ params: Params) -> Bool { false }
    package static func gist(of result: JSONValue) -> String { documentation.summary }
}

/// The params of a method that has none.
package struct NoParams: Decodable, Sendable {}

/// The result of a method that has nothing to say: `{}`.
package struct EmptyResult: Encodable, Sendable {
    private enum CodingKeys: CodingKey {}

    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}
