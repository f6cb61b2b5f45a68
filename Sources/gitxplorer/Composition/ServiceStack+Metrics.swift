import CurlHTTP
import Explorer
import ExplorerRPC
import GitHubUpstream
import HTTPFront
import HTTPTypes
import SharedCache

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
    func gauges(_ connections: [String: Int]) -> ServerMetrics.Gauges {
        let counts = ["stdio", "unix", "tcp", "http", "websocket"].map {
            ($0, connections[$0] ?? 0)
        }
        let limits = rateLimits.limits(of: current.value)
        return ("\(ServerVersion.current)", counts, limits, sharing?.isUp)
    }
}
