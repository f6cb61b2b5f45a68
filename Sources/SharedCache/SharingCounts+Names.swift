import HTTPCore

extension SharingCounts {
    /// Each count with the name under which the engine keeps its total over all servers.
    static let named: [(name: String, path: any WritableKeyPath<SharingCounts, Int> & Sendable)] = [
        ("hits", \.hits), ("fills", \.fills), ("waits", \.waits), ("takeovers", \.takeovers),
        ("alone", \.alone),
    ]
}
