import Glibc
import HTTPServer
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
    static func main() async {
        do {
            exit(try await serve())
        } catch {
            log("\(error)")
            exit(1)
        }
    }

    static func serve() async throws -> Int32 {
        let echo = RPCMethod("echo", params: Text.self) { params, _ in params.text }
        let countdown = RPCMethod("countdown", params: Countdown.self) { params, context in
            for rest in stride(from: params.from, to: 0, by: -1) {
                context.notify("left", ["seconds": JSONValue(rest)])
                try await Task.sleep(for: .seconds(1))
            }
            return "liftoff"
        }
        let methods = MethodRegistry([echo, countdown]) { error in
            if error is CancellationError { return .cancelled }
            // The client gets only the id under which the log has the error.
            let incident = String(UInt32.random(in: .min ... .max), radix: 16)
            log("incident \(incident): \(error)")
            return .internalError(incident: incident)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--websocket" {
            try await WebSocketEcho.serve(on: HostAndPort(parsing: arguments.last ?? ""))
            return 0
        }
        var configuration = ServerConfiguration()
        configuration.socketPath = arguments.first
        let usesSocket = configuration.socketPath != nil
        let server = RPCServer(on: configuration, streams: usesSocket ? nil : try .claim())
        return try await server.runUntilSignal(methods)
    }

    static func log(_ text: String) {
        write("echo: \(text)", to: 2)
    }

    static func write(_ text: String, to descriptor: CInt) {
        let line = Array("\(text)\n".utf8)
        Glibc.write(descriptor, line, line.count)
    }
}

/// Sends every message of a WebSocket back, whatever it is.
enum WebSocketEcho {
    static func serve(on address: HostAndPort) async throws {
        let server = WebSocketServer(maximumMessageBytes: 64 << 20) { message, reply in
            reply(message)
        }
        try await server.run(host: address.host, port: address.port) { url in
            EchoServer.write("listening on \(url)", to: 1)
        }
    }
}
