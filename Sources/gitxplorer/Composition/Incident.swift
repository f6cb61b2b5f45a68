import Logging

/// Errors that nobody foresaw: the log has them, the client gets a number to look for.
enum Incident {
    static func log(_ error: any Error, to logger: Logger) -> String {
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        logger.error("\(error)", metadata: ["incident": "\(id)"])
        return id
    }
}
