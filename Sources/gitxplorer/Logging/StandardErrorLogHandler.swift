import ArgumentParser
import FoundationEssentials
import HTTPCore
import JSONCore
import Logging
import Secrets

/// Writes one line per event to standard error.
///
/// Text: `2026-11-21T10:00:00Z warning gitxplorer: message key=value`. JSON: one object with
/// `time`, `level`, `label`, `message` and the metadata, in which integers are numbers. Whatever they
/// contain, the output is one line, harmless to a terminal, and without secrets. The lines of a
/// request that is logged have its id, and its trace if it named one.
struct StandardErrorLogHandler: LogHandler {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    let label: String
    let format: Format
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        if let record = RequestRecord.current {
            metadata["id"] = "\(record.id)"
            metadata["trace"] = record.facts.trace.map { "\($0)" }
        }
        StandardError.write(line(event.level, "\(event.message)", metadata)) { dropped in
            line(
                .warning, "standard error was not read: \(dropped) lines were dropped",
                ["dropped": .stringConvertible(dropped)])
        }
    }

    /// Includes the line feed.
    private func line(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata
    ) -> String {
        let redact = Process.redactor.redacted
        let message = redact(message)
        let details = metadata.sorted { $0.key < $1.key }.map { key, value in
            if case .stringConvertible(let number as Int) = value {
                return (key, JSONValue(number))
            }
            return (key, JSONValue.string(redact("\(value)")))
        }
        let time = Date().formatted(.iso8601)
        let text: String
        switch format {
        case .text:
            let words = details.map { " \($0.0)=\(word($0.1))" }.joined()
            text = "\(time) \(level) \(label): \(message)\(words)"
        case .json:
            var object: JSONObject = [
                "time": .string(time), "level": .string(level.rawValue),
                "label": .string(label), "message": .string(message),
            ]
            for (key, value) in details { object[key] = value }
            text = JSONValue.object(object).text
        }
        return text.visible + "\n"
    }

    /// Quoted where it would not be one word.
    private func word(_ value: JSONValue) -> String {
        let text = value.stringValue ?? ""
        let isWord = !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "\"" }
        return isWord ? text : value.text
    }
}

extension Logger {
    /// Logs to standard error, never to standard output.
    init(
        label: String = "gitxplorer", _ format: StandardErrorLogHandler.Format, _ level: Level
    ) {
        self.init(label: label) {
            StandardErrorLogHandler(label: $0, format: format, logLevel: level)
        }
    }

    /// Logs an unexpected error under a random id, and returns the id for the client.
    func incident(_ error: any Error) -> String {
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        self.error("\(error)", metadata: ["incident": "\(id)"])
        return id
    }
}
