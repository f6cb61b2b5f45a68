import ArgumentParser

/// The formats of log lines.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}
