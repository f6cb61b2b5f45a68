import Explorer
import ExplorerRPC
import GitHubAPI
import GitHubSandbox
import GitHubUpstream
import HTTPCore
import JSONCore
import Logging
import Secrets
import ServerEnvironment

extension ServiceStack {
    /// - Throws: `CommandError` if it would cross the network in clear.
    static func token(
        _ options: UpstreamOptions, _ environment: [String: String], _ paths: Paths,
        _ logger: Logger
    ) throws -> GitHubToken? {
        let scope = try options.tokenScope()
        let token = try GitHubToken.find(
            for: scope, tokenFile: options.tokenFile, environment: environment,
            stored: try? options.tokenPath(paths)
        ) { logger.warning("\($0)") }
        Process.wipe(TokenVariable.all.flatMap(\.names))
        guard let token else { return nil }
        Process.redactor.learn(token: token.secret)
        let address = try options.apiAddress()
        guard scope == .sandbox || address.isConfidential else {
            throw CommandError.exposed("--api-url \(address)")
        }
        return token
    }

    static func signInEnvironment(
        _ options: UpstreamOptions, _ paths: Paths, _ base: WebAddress, _ sandbox: SandboxServer?,
        _ transport: any HTTPTransport, _ results: ResultCache, _ logger: Logger,
        _ announce: @escaping @Sendable (String, JSONValue) -> Void
    ) throws -> SignInEnvironment {
        let scope = try options.tokenScope()
        let pages = try options.signInAddress(sandbox: sandbox?.baseURL)
        var environment = SignInEnvironment()
        environment.deviceCodes = options.deviceClientID.map {
            DeviceCodeClient(
                base: pages, clientID: $0, userAgent: userAgent,
                transport: options.offline
                    ? OfflineTransport() : RetryingTransport(next: transport))
        }
        environment.deviceTokensBelongHere = scope.includes(pages: pages, of: base)
        environment.tokenPage = scope.tokenPage(pages: pages, of: base)
        let place = Result { try options.tokenPath(paths) }
        environment.store = { try await CredentialStore(path: place.get()).store($0) }
        environment.removeStored = {
            if let path = try? place.get() { try await CredentialStore(path: path).remove() }
        }
        environment.tokenChanged = { results.removeAll() }
        environment.statusChanged = {
            announce(AuthChanged.method, AuthChanged($0).params.redacted(Process.redactor.redacted))
        }
        environment.report = { _ = logger.incident($0) }
        return environment
    }
}
