import JSONRPC
import Logging
import Transports

/// What a command serves: everything behind the methods, and how connections speak to it.
struct Service {
    let stack: ServiceStack
    let methods: MethodRegistry
    let limits: ConnectionLimits
    let framing: Framing
    let dialect: ConnectionDialect

    func server(
        on configuration: ServerConfiguration, tcpGate: ConnectionGate? = nil,
        streams: StandardStreams?, logger: Logger
    ) -> RPCServer {
        RPCServer(
            methods, limits: limits, framing: framing, dialect: dialect, tcpGate: tcpGate,
            on: configuration, streams: streams, logger: logger)
    }
}
