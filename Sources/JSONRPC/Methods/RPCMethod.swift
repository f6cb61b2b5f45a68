import FoundationEssentials
import JSONCore

/// A method as a connection sees it: a name and its handlers.
///
/// Results are JSON text in UTF-8, which is sent unchanged.
public struct RPCMethod: Sendable {
    /// Returns a result without waiting, or nil to leave the call to ``handle``.
    ///
    /// It runs on the thread that reads the connection, before any later message, so it must
    /// neither block nor compute for long. It may be called although its result is not used, so it
    /// must not have lasting effects.
    public typealias Immediate = @Sendable (RPCParams) -> [UInt8]?

    /// Returns a result from a task, which is cancelled when the response is no longer wanted.
    public typealias Handle = @Sendable (RPCParams, RequestContext) async throws -> [UInt8]

    /// The most bytes of a result for these params, if more than some 100 KiB.
    public typealias LargestResult = @Sendable (RPCParams) -> Int

    /// The name that clients call.
    public let name: String
    /// Tried first, on the reading thread; nil if every call takes a task.
    public let immediate: Immediate?
    /// Called if ``immediate`` is nil or returns nil.
    public let handle: Handle
    /// Nil if all results are short.
    public let largestResult: LargestResult?

    /// A method whose handlers take and return JSON text.
    ///
    /// - Parameters:
    ///   - name: the name that clients call.
    ///   - immediate: answers some calls at once.
    ///   - largestResult: needed if results may be long.
    ///   - handle: answers all other calls.
    public init(
        _ name: String, immediate: Immediate? = nil, largestResult: LargestResult? = nil,
        handle: @escaping Handle
    ) {
        self.name = name
        self.immediate = immediate
        self.largestResult = largestResult
        self.handle = handle
    }

    /// A method with params and a result of one type each.
    ///
    /// The members of a result are sent in alphabetical order. A result that is itself a `JSONValue`
    /// keeps its order and its digits. `Date`, `Data` and `URL` belong into results only as strings.
    ///
    /// - Parameters:
    ///   - name: the name that clients call.
    ///   - params: the type of the params; see ``RPCParams/decode(_:)``.
    ///   - handle: computes the result, in a task that is cancelled when the response is no longer
    ///     wanted.
    public init<Params: Decodable & Sendable, Value: Encodable & Sendable>(
        _ name: String, params: Params.Type,
        handle: @escaping @Sendable (Params, RequestContext) async throws -> Value
    ) {
        self.init(name) { params, context in
            let result = try await handle(params.decode(Params.self), context)
            // An encoder would lose digits and the order.
            if let value = result as? JSONValue { return value.bytes }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(result))
        }
    }
}
