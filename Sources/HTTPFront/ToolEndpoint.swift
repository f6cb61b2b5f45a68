import ExplorerRPC
import HTTPServer
import JSONRPC
import MCPBridge
import NIOCore
import NIOHTTP1
import Transports

/// `/mcp`: the methods as tools of models, each POST by itself.
struct ToolEndpoint {
    private static let types = ["application/json", "text/event-stream"]

    let route: HTTPRoute

    /// - Parameter observed: the methods with what observes their requests.
    init(
        _ server: RPCServer, _ environment: MethodEnvironment,
        observed: (MethodRegistry) -> MethodRegistry
    ) {
        let service = MCPService(overHTTP: environment)
        let tools = observed(service.registry)
        let receive: HTTPRoute.Handler = { exchange in
            let fields = exchange.head.headers
            guard Self.types.allSatisfy(fields.accepted("accept").contains) else {
                return exchange.refuse(
                    HTTPRefusal(
                        .notAcceptable, "Send Accept: \(Self.types.joined(separator: ", "))."))
            }
            server.collectBody(of: exchange) { body in
                let decision = service.decide(
                    Array(body.readableBytesView), environment.limits,
                    fields: { fields[$0].map { $0[...] } })
                switch decision {
                case .refuse(let status, let response, let method, let trace, let error):
                    if let method {
                        let context = RequestContext(
                            connection: exchange.connectionName,
                            trace: exchange.head.traceParent ?? trace)
                        tools.observer?.answered(method, context, .failure(error))
                    }
                    exchange.respond(
                        HTTPResponseStatus(statusCode: status),
                        ["Content-Type": "application/json"], ByteBuffer(bytes: response))
                case .accept: exchange.respond(.accepted)
                case .call(let isStateless, let wantsProgress):
                    server.serve(
                        exchange, tools, message: body, dialect: .modelContextProtocol,
                        sendsNotifications: wantsProgress, cancelsOnDisconnect: isStateless,
                        reply: wantsProgress ? .events : .json)
                }
            }
        }
        route = HTTPRoute(
            "/mcp", maximumBody: environment.limits.maximumMessageBytes,
            mediaTypes: ["application/json"], [.POST: receive])
    }
}

extension PostReply {
    /// Each line is an event (HTML, "Server-sent events"); the response is the last one.
    fileprivate static var events: PostReply {
        PostReply { exchange, lines, taken in
            // Only the first call has an effect. nginx would collect events before it passes them on.
            exchange.begin(.ok, ["Content-Type": "text/event-stream", "X-Accel-Buffering": "no"])
            exchange.filler = ByteBuffer(string: ":\n\n")
            var events = ByteBuffer()
            for line in lines.split(separator: UInt8(ascii: "\n")) {
                events.writeStaticString("event: message\ndata: ")
                events.writeBytes(line)
                events.writeStaticString("\n\n")
            }
            exchange.write(events, taken: taken)
        }
    }
}
