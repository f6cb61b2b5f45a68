package import Explorer
import GitHubAPI
package import JSONCore
package import JSONSchema

/// A method: its documentation, the types of its params and its result, and its handler.
///
/// Each is one file, and one line in ``MethodCatalog``. ``MethodRunner`` validates the params with
/// the documented schema and fills in defaults before it decodes `Params`, so decoding cannot fail.
package protocol DocumentedMethod: Sendable {
    associatedtype Params: Decodable & Sendable
    associatedtype Result: Sendable

    static var name: String { get }
    static var documentation: MethodDocumentation { get }
    static var result: WireType<Result> { get }

    /// The query for `Explorer`, if the params are one.
    static func query(_ params: Params) -> (any ExplorerQuery)?

    /// The most images that a result can have; nil if none has any, whatever the params.
    static var imageCount: (@Sendable (Params) -> Int)? { get }

    static func run(_ params: Params, _ call: MethodCall) async throws -> Result

    /// A summary of a result for a person, in one or two sentences.
    static func gist(of result: JSONValue) -> String

    /// The list in the result; nil if it has none.
    static var items: ItemTable? { get }
}

extension DocumentedMethod {
    package static var imageCount: (@Sendable (Params) -> Int)? { nil }
    package static func gist(of result: JSONValue) -> String { documentation.summary }
    package static var items: ItemTable? { nil }
    package static func query(_ params: Params) -> (any ExplorerQuery)? { nil }

    package static var resultSchema: Schema { result.schema }

    /// The list that the result consists of; nil if it is about more, or has none.
    package static var list: ItemTable? { items.flatMap { $0.isPart ? nil : $0 } }

    /// The names of all members of an item of ``list``.
    package static var listMembers: [String] { list?.members(in: resultSchema) ?? [] }

    /// The method as a tool of a model.
    package static var toolDocumentation: MethodDocumentation {
        documentation.ofTool(choosing: listMembers, default: list?.columns ?? [])
    }

    /// The most bytes of a result with images; 0 also for invalid params, which end in an error.
    package static func largestResult(_ params: JSONValue) -> Int {
        guard let imageCount,
            let call: CallParams<Params> = try? documentation.read(params, redact: { $0 })
        else { return 0 }
        let count = imageCount(call.own)
        return min(
            count * AvatarImage.longestBase64,
            AvatarImage.base64Length(of: RandomUsers.maximumImageBytes, in: count))
    }
}

extension DocumentedMethod where Params: ExplorerQuery {
    package static func query(_ params: Params) -> (any ExplorerQuery)? { params }
}

extension DocumentedMethod where Result == SignInStatus {
    package static func gist(of result: JSONValue) -> String { Gist.signIn(result) }
}

/// The params of a method without params.
package struct NoParams: Decodable, Sendable {}
