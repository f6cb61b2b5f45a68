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
        var configuration = ServerConfiguration()
        configuration.socketPath = CommandLine.arguments.dropFirst().first
        let usesSocket = configuration.socketPath != nil
        let server = RPCServer(on: configuration, streams: usesSocket ? nil : try .claim())
        return try await server.runUntilSignal(methods)
    }

    static func log(_ text: String) {
        let line = Array("echo: \(text)\n".utf8)
        write(2, line, line.count)
    }
}
