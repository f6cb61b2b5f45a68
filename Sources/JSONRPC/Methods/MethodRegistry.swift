/// The methods of a server, by name.
public struct MethodRegistry: Sendable {
    /// The names, in the order in which the methods were passed.
    public let names: [String]
    /// Learns of each call; nil if nobody does.
    public var observer: (any RequestObserver)?

    private var methods: [String: RPCMethod]
    /// Of the names, in bytes. Hashing a longer one could take very long: see `isSameText`.
    private let longestName: Int
    /// What may be repeated of a text that a client sent.
    public let shown: @Sendable (String) -> String
    private let remedy: String?
    private let mapError: @Sendable (any Error) -> RPCError

    /// - Parameters:
    ///   - methods: if names are equal, the last method counts.
    ///   - remedy: what the error for an unknown method says to do, if no similar name exists.
    ///   - shown: removes secrets from a client's text before an error repeats it.
    ///   - mapError: turns an error that a handler throws into the client's error; an ``RPCError``
    ///     is sent unchanged.
    public init(
        _ methods: [RPCMethod], remedy: String? = nil,
        shown: @escaping @Sendable (String) -> String = { $0 },
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
        longestName = names.map(\.utf8.count).max() ?? 0
        self.remedy = remedy
        self.shown = shown
        self.methods = byName
        self.mapError = mapError
    }

    /// The method of that name, or nil.
    public subscript(name: String) -> RPCMethod? {
        name.utf8.count <= longestName ? methods[name] : nil
    }

    /// The name most similar to an unknown one; nil if none is similar.
    public func suggestion(for name: String) -> String? {
        EditDistance.nearest(to: name, among: names)
    }

    /// -32601 with the most similar name, if there is one.
    public func notFound(_ name: String) -> RPCError {
        .methodNotFound(shown(name), suggestion: suggestion(for: name), remedy: remedy)
    }

    /// The same methods, where `note` is called with each method's name once, and what it returns
    /// after each of the method's immediate results: the cheapest way to count them.
    package func notingImmediateResults(
        _ note: (_ method: String) -> @Sendable () -> Void
    ) -> MethodRegistry {
        var copy = self
        copy.methods = methods.mapValues { method in
            guard let immediate = method.immediate else { return method }
            let note = note(method.name)
            return RPCMethod(
                method.name,
                immediate: { params in
                    let result = immediate(params)
                    if result != nil { note() }
                    return result
                }, largestResult: method.largestResult, handle: method.handle)
        }
        return copy
    }

    /// Calls a method without trying its immediate answer first.
    public func call(
        _ name: String, _ params: RPCParams, _ context: RequestContext
    ) async -> Result<[UInt8], RPCError> {
        guard let observer else { return await run(name, params, context) }
        return await observer.observe(name, context) { await run(name, params, context) }
    }

    private func run(
        _ name: String, _ params: RPCParams, _ context: RequestContext
    ) async -> Result<[UInt8], RPCError> {
        guard let method = self[name] else { return .failure(notFound(name)) }
        do {
            return .success(try await method.handle(params, context))
        } catch let error as RPCError {
            return .failure(error)
        } catch {
            return .failure(mapError(error))
        }
    }
}
