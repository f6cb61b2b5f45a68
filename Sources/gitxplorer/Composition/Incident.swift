import Logging

/// Unexpected errors: they are logged, and the client gets a number to look for in the log.
enum Incident {
    static func log(_ error: any Error, to logger: Logger) -> String {
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        logger.error("\(error)", metadata: ["incident": "\(id)"])
        return id
    }
}
