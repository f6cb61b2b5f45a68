import Logging

/// Writes one line per event to standard error.
struct StandardErrorLogHandler: LogHandler {
    let label: String
    let format: LogFormat
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = LogLine(
            level: event.level, label: label, message: "\(event.message)",
            metadata: metadata.merging(event.metadata ?? [:]) { $1 })
        StandardError.write(line.text(format)) { [label, format] dropped in
            LogLine(
                level: .warning, label: label,
                message: "standard error was not read: \(dropped) lines were dropped",
                metadata: ["dropped": "\(dropped)"]
            ).text(format)
        }
    }
}
