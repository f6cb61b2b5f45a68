import Glibc
import JSONCore
import JSONRPC
import Transports

struct Text: Decodable {
    let text: String
}

struct Countdown: Decodable {
    let from: Int
}

@main struct EchoServer {
    static func main() async throws {
        let echo = RPCMethod("echo", params: Text.self) { params, _ in .string(params.text) }
        let countdown = RPCMethod("countdown", params: Countdown.self) { params, context in
            for rest in stride(from: params.from, to: 0, by: -1) {
                context.notify("left", ["seconds": JSONValue(rest)])
                try await Task.sleep(for: .seconds(1))
            }
            return "liftoff"
        }
        let methods = MethodRegistry([echo, countdown]) { error in
            error is CancellationError ? .cancelled : .internalError(incident: "\(error)")
        }
        var configuration = ServerConfiguration()
        configuration.socketPath = CommandLine.arguments.dropFirst().first
        let usesSocket = configuration.socketPath != nil
        let server = RPCServer(
            methods, on: configuration, streams: usesSocket ? nil : try .claim())
        let signals = try EndSignals()
        signals.onFirst { server.stop() }
        exit(try await server.run())
    }
}
