import ArgumentParser
import FoundationEssentials
import JSONCore
import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// How log lines look.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

/// Writes one line for each event to standard error, in one `write`.
///
/// Text: `2026-11-21T10:00:00Z warning gitxplorer: message key=value`. JSON: one object with
/// `time`, `level`, `label`, `message` and the metadata.
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
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let time = Date().formatted(.iso8601)
        var line: [UInt8]
        switch format {
        case .text:
            let details = all.map { " \($0.key)=\($0.value)" }.joined()
            let text = "\(time) \(event.level) \(label): \(event.message)\(details)"
            line = Array(text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
        case .json:
            var object: JSONObject = [
                "time": .string(time), "level": .string(event.level.rawValue),
                "label": .string(label), "message": .string("\(event.message)"),
            ]
            for (key, value) in all { object[key] = .string("\(value)") }
            line = JSONValue.object(object).bytes
        }
        line.append(UInt8(ascii: "\n"))
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
