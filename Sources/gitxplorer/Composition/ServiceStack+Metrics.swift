import CurlHTTP
import Explorer
import ExplorerRPC
import GitHubUpstream
import HTTPFront
import HTTPTypes
import SharedCache
import Transports

extension ServiceStack {
    /// What is done with each exchange with upstream that has ended; nil for nothing.
    static func onExchange(
        _ options: UpstreamOptions, _ metrics: ServerMetrics?
    ) -> (@Sendable (ExchangeRecord) -> Void)? {
        let log = options.logHttp ? HTTPLog(format: options.logFormat) : nil
        guard log != nil || metrics != nil else { return nil }
        return { exchange in
            log?.record(exchange)
            let status = exchange.head?.status.code
            metrics?.count(
                upstream: UpstreamOutcome(status: status, failure: exchange.failure),
                milliseconds: exchange.milliseconds)
        }
    }

    /// What `/metrics` shows of the present.
    func gauges(_ connections: [ConnectionKind: Int]) -> ServerMetrics.Gauges {
        let transports: KeyValuePairs<String, [ConnectionKind]> = [
            "stdio": [.stdio], "unix": [.unix], "tcp": [.tcp], "http": [.http, .httpUnix],
            "websocket": [.webSocket],
        ]
        let counts = transports.map { ($0, $1.reduce(0) { $0 + (connections[$1] ?? 0) }) }
        let limits = rateLimits.limits(of: current.value)
        return ("\(ServerVersion.current)", counts, limits, sharing?.isUp)
    }
}
