import HTTPCore
package import JSONCore
package import JSONRPC

/// All methods. A method is one file, and one line here.
package enum MethodCatalog {
    package static let methods = services + connectionMethods

    /// The methods that every protocol offers.
    package static let services: [any DocumentedMethod.Type] = [
        UsersRandomMethod.self,
        ReposListMethod.self,
        UserSummaryMethod.self,
        SearchUsersMethod.self,
        RepoStargazersMethod.self,
        UserFollowersMethod.self,
        UserFollowingMethod.self,
        UserStarredMethod.self,
        RepoSummaryMethod.self,
        RepoReadmeMethod.self,
        RepoStarHistoryMethod.self,
        SearchRepositoriesMethod.self,
        UserAvatarMethod.self,
        RateStatusMethod.self,
        CacheStatsMethod.self,
        CacheClearMethod.self,
        AuthStatusMethod.self,
        AuthLoginMethod.self,
        AuthLogoutMethod.self,
    ]

    /// The methods about a JSON-RPC connection and its server.
    private static let connectionMethods: [any DocumentedMethod.Type] = [
        InitializeMethod.self,
        ShutdownMethod.self,
        SessionAuthenticateMethod.self,
        DiscoverMethod.self,
    ]

    /// The names of the methods whose results have `freshness`.
    package static let withFreshness = Set(
        services.filter { $0.documentation.takesCommonParams }.map { $0.name })

    /// The method of that name, or nil.
    package static func method(_ name: String) -> (any DocumentedMethod.Type)? {
        methods.first { $0.name == name }
    }

    /// `params` by name with that `workDoneToken`; nil if the method takes none, or if `params` has
    /// one or cannot be valid.
    package static func params(
        _ params: JSONValue?, of method: String, withWorkDoneToken token: JSONValue
    ) -> JSONValue? {
        guard let documentation = self.method(method)?.documentation,
            documentation.takesCommonParams, var named = try? documentation.byName(params ?? .null),
            named["workDoneToken"] == nil
        else { return nil }
        named["workDoneToken"] = token
        return .object(named)
    }

    /// All methods, ready to be called.
    package static func registry(_ environment: MethodEnvironment) -> MethodRegistry {
        MethodRegistry(
            methods.map { $0.rpcMethod(environment) },
            remedy: "rpc.discover lists all methods", shown: environment.redact,
            mapError: { ErrorCatalog.rpcError(for: $0, incident: environment.incident) })
    }
}

extension DocumentedMethod {
    fileprivate static func rpcMethod(_ environment: MethodEnvironment) -> RPCMethod {
        MethodRunner<Self>(environment: environment) { documentation }.rpcMethod
    }

    /// Calls the method as a tool, with params by name.
    package static func call(
        _ environment: MethodEnvironment
    ) -> @Sendable (JSONObject, RequestContext) async throws -> MethodResult {
        let shown = toolDocumentation
        let runner = MethodRunner<Self>(environment: environment) { shown }
        return { params, context in
            RequestRecord.current?.note { $0.method = name }
            do {
                return try await runner.run(.object(params), sentAs: nil, context)
            } catch {
                RequestRecord.current?.note { $0.error = (error as? RPCError)?.code }
                throw error
            }
        }
    }
}
