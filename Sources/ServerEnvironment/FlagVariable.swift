/// The environment variables that set flags.
package enum FlagVariable {
    package static let prefix = "GITXPLORER_"

    /// `api-url` gives `GITXPLORER_API_URL`.
    package static func name(of flag: String) -> String {
        prefix + String(flag.uppercased().map { $0 == "-" ? "_" : $0 })
    }
}
