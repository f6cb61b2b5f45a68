package import ExplorerRPC
package import HTTPServer
import JSONCore
package import JSONRPC
import NIOCore
import NIOHTTP1
package import Transports

extension HTTPExtension {
    /// What a server answers over HTTP besides `/rpc`: tools of models, pictures, metrics, the OpenRPC
    /// document, its health, the pages of the web explorer, and the sessions of browsers.
    ///
    /// - Parameters:
    ///   - methods: all methods, for pictures.
    ///   - observed: methods of another protocol with what observes their requests.
    ///   - metrics: the route to them.
    ///   - pages: the web explorer.
    ///   - gate: knows the client secret; nil if no client needs it.
    ///   - admits: whether a launch token opens a session, once.
    ///   - note: called with the id of each session, which is a secret.
    package init(
        _ server: RPCServer, _ environment: MethodEnvironment, methods: MethodRegistry,
        observed: (MethodRegistry) -> MethodRegistry, metrics: HTTPRoute, pages: WebPages,
        gate: ConnectionGate?, admits: @escaping @Sendable (String) -> Bool,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.init()
        let sessions = SessionEndpoint(gate: gate, admits: admits, note: note)
        isAuthorized = sessions.isAuthorized
        // Made once, because it never changes while a server runs.
        let document = ByteBuffer(bytes: OpenRPCDocument.value.bytes)
        routes = [
            ToolEndpoint(server, environment, observed: observed).route,
            AvatarEndpoint(server: server, methods: methods).route, sessions.route, metrics,
            HTTPRoute(
                "/openrpc.json",
                [.GET: { $0.answer(document, ["Content-Type": "application/json"]) }]),
            Self.health("/healthz") { true },
            // Never asks GitHub: whether this server can be used does not depend on it.
            Self.health("/readyz") { !server.isEnding },
        ]
        let pages = pages.routes
        routes += pages.filter { !$0.matches("") }
        missingPage = pages.first { $0.matches("") }
    }

    private static func health(
        _ path: String, _ isWell: @escaping @Sendable () -> Bool
    ) -> HTTPRoute {
        let get: HTTPRoute.Handler = { exchange in
            let isWell = isWell()
            exchange.respond(
                isWell ? .ok : .serviceUnavailable, ["Content-Type": "text/plain"],
                ByteBuffer(string: isWell ? "ok\n" : "The server ends.\n"))
        }
        return HTTPRoute(path, needsSecret: false, [.GET: get])
    }
}
