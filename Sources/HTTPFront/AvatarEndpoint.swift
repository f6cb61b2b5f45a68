import ExplorerRPC
import FoundationEssentials
import HTTPServer
import JSONCore
import JSONRPC
import NIOCore
import NIOHTTP1
import Transports

/// `/avatars/LOGIN?size=N`: `user.avatar` as a picture, whose type the method knows by its bytes.
struct AvatarEndpoint: Sendable {
    let server: RPCServer
    let methods: MethodRegistry

    var route: HTTPRoute {
        HTTPRoute("/avatars/*", [.GET: get])
    }

    private func get(_ exchange: HTTPExchange) {
        var params: JSONObject = ["login": .string(exchange.target.segments.last ?? "")]
        if let size = exchange.target.parameter("size") {
            // The error of the method says what it must be.
            params["size"] = (try? JSONParser().parse(Array(size.utf8))) ?? .string(size)
        }
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "user.avatar", "params": .object(params),
        ]
        server.serve(
            exchange, methods, message: ByteBuffer(bytes: request.bytes),
            dialect: .languageServer, reply: PostReply(answer))
    }

    private func answer(
        _ exchange: HTTPExchange, _ response: [UInt8], _ taken: @escaping () -> Void
    ) {
        let response = try? JSONParser().parse(response)
        guard let result = response?["result"], let type = result["mimeType"]?.stringValue,
            let picture = result["data"]?.stringValue.flatMap({ Data(base64Encoded: $0) })
        else {
            exchange.refuse(Self.refusal(response?["error"]))
            return taken()
        }
        exchange.answer(
            ByteBuffer(bytes: picture), ["Content-Type": type, "Cache-Control": "private"],
            taken: taken)
    }

    /// The answer to an error of the method; nil if it gave none.
    static func refusal(_ error: JSONValue?) -> HTTPRefusal {
        let kind = error?["data"]?["kind"]?.stringValue.flatMap(ErrorKind.init(rawValue:))
        let status: HTTPResponseStatus =
            switch kind {
            case .invalidParams: .badRequest
            case .notFound: .notFound
            case .rateLimited: .tooManyRequests
            case .unauthorized, .forbidden, .upstreamInvalid: .badGateway
            case .deadlineExceeded: .gatewayTimeout
            case .internalError: .internalServerError
            default: .serviceUnavailable
            }
        let seconds = error?["data"]?["retryAfterSeconds"]?.intValue
        return HTTPRefusal(
            status, error?["message"]?.stringValue ?? "The server ends; ask the next one.",
            seconds.map { ["Retry-After": "\($0)"] } ?? [:])
    }
}
