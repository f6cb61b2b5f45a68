import HTTPCore

/// A request, with the name that all servers of its identity use for it in the engine.
struct Question: Sendable {
    let name: String
    let keys: IdentityKeys

    init(_ request: HTTPTransportRequest) {
        keys = IdentityKeys(credential: request.owner)
        name = keys.question(request)
    }

    var seal: Seal { Seal(keys, question: name) }

    /// The first keys of a script: the response and the lease.
    var engineKeys: [String] { [EngineKey.response(name), EngineKey.lease(name)] }
}
