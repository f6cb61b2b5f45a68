/// The methods that a server has, by name.
package struct MethodRegistry: Sendable {
    /// The names, in the order in which the methods were given.
    package let names: [String]

    private let methods: [String: RPCMethod]
    private let remedy: String
    private let mapError: @Sendable (any Error) -> RPCError

    /// - Parameters:
    ///   - methods: of equal names the last one counts.
    ///   - remedy: what whoever asks for another one, near to none of them, is told to do.
    ///   - mapError: what a client is told of an error that a handler throws; not asked for an
    ///     ``RPCError``, which is told as it is.
    package init(
        _ methods: [RPCMethod], remedy: String = RPCError.discovery,
        mapError: @escaping @Sendable (any Error) -> RPCError
    ) {
        var byName: [String: RPCMethod] = [:]
        var names: [String] = []
        for method in methods {
            if byName.updateValue(method, forKey: method.name) == nil {
                names.append(method.name)
            }
        }
        self.names = names
        self.remedy = remedy
        self.methods = byName
        self.mapError = mapError
    }

    package subscript(name: String) -> RPCMethod? {
        methods[name]
    }

    /// The name nearest to one that is not there; nil if none is near.
    package func suggestion(for name: String) -> String? {
        EditDistance.nearest(to: name, among: names)
    }

    package func notFound(_ name: String) -> RPCError {
        .methodNotFound(name, suggestion: suggestion(for: name), remedy: remedy)
    }

    /// Calls a method the slow way, outside of any connection or inside of one.
    package func call(
        _ name: String, _ params: RPCParams, _ context: RequestContext
    ) async -> Result<[UInt8], RPCError> {
        guard let method = methods[name] else { return .failure(notFound(name)) }
        do {
            return .success(try await method.handle(params, context))
        } catch let error as RPCError {
            return .failure(error)
        } catch {
            return .failure(mapError(error))
        }
    }
}
