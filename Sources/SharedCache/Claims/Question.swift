import HTTPCore

/// A request, as all servers of an identity know it in the engine.
struct Question: Sendable {
    let name: String
    let keys: IdentityKeys

    init(_ request: HTTPTransportRequest) {
        keys = IdentityKeys(credential: request.credential)
        name = keys.question(request)
    }

    var seal: Seal { Seal(keys, question: name) }

    /// The first keys of a script: the response and the lease.
    var engineKeys: [String] { [EngineKey.response(name), EngineKey.lease(name)] }
}
