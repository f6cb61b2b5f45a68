import JSONRPC

/// Every method there is. A method is one file and one line here.
package enum Catalogue {
    package static let methods = services + ofConnections

    /// What can be asked, over whatever protocol.
    package static let services: [any DocumentedMethod.Type] = [
        UsersRandomMethod.self,
        ReposListMethod.self,
        UserSummaryMethod.self,
        SearchUsersMethod.self,
        RepoStargazersMethod.self,
        UserAvatarMethod.self,
        RateStatusMethod.self,
        CacheStatsMethod.self,
        CacheClearMethod.self,
        AuthStatusMethod.self,
        AuthLoginMethod.self,
        AuthLogoutMethod.self,
    ]

    /// What is about a JSON-RPC connection and its server.
    private static let ofConnections: [any DocumentedMethod.Type] = [
        InitializeMethod.self,
        ShutdownMethod.self,
        SessionAuthenticateMethod.self,
        DiscoverMethod.self,
    ]

    /// The methods under all their names, ready to answer.
    package static func registry(
        _ environment: MethodEnvironment, formerNames: FormerNames = .table
    ) -> MethodRegistry {
        MethodRegistry(
            entries(formerNames).map { $0.method.rpcMethod($0, environment) },
            mapError: { ErrorCatalog.rpcError(for: $0, incident: environment.incident) })
    }
}

extension DocumentedMethod {
    static func rpcMethod(
        _ entry: CatalogueEntry, _ environment: MethodEnvironment
    ) -> RPCMethod {
        MethodRunner(Self.self, entry, environment: environment).rpcMethod
    }
}
