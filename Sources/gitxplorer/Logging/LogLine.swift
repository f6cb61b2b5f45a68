import ArgumentParser
import FoundationEssentials
import JSONCore
import Logging
import Secrets

/// The formats of log lines.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

/// One event as a line of the log.
///
/// Text: `2026-11-21T10:00:00Z warning gitxplorer: message key=value`. JSON: one object with
/// `time`, `level`, `label`, `message` and the metadata. Whatever they contain, the output is one
/// line, harmless to a terminal, and without secrets.
struct LogLine {
    let time = Date()
    let level: Logger.Level
    let label: String
    let message: String
    let metadata: Logger.Metadata

    /// Includes the line feed.
    func text(_ format: LogFormat) -> String {
        let redact = Process.redactor.redacted
        let message = redact(message)
        let details = metadata.sorted { $0.key < $1.key }.map { ($0.key, redact("\($0.value)")) }
        let time = time.formatted(.iso8601)
        let text: String
        switch format {
        case .text:
            let words = details.map { " \($0.0)=\($0.1)" }.joined()
            text = "\(time) \(level) \(label): \(message)\(words)"
        case .json:
            var object: JSONObject = [
                "time": .string(time), "level": .string(level.rawValue),
                "label": .string(label), "message": .string(message),
            ]
            for (key, value) in details { object[key] = .string(value) }
            text = JSONValue.object(object).text
        }
        return text.visible + "\n"
    }
}
