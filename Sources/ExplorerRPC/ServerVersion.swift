/// The version of this server, as `--version`, `initialize` and User-Agent say it.
package enum ServerVersion {
    package static let current = "0.1.0"
}
