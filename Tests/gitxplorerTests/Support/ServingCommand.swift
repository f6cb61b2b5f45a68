import ArgumentParser
import JSONRPC
import Logging
import MCPBridge
import TestSupport
import Testing

@testable import gitxplorer

/// A command that serves the methods, on a sandbox of its own.
enum ServingCommand: String, TestedServer {
    case serve, mcp

    var arguments: [String] { [rawValue] + options }

    private var options: [String] { ["--sandbox"] }

    func withService(
        home: String, announce: @escaping Announcement,
        _ body: @Sendable (TestService) async throws -> Void
    ) async throws {
        let environment = ["HOME": home]
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let stack = try await ServiceStack(
            UpstreamOptions.parse(options), environment: environment, logger: logger,
            announce: announce)
        let service =
            switch self {
            case .serve: TestService(stack.registry)
            case .mcp:
                TestService(
                    MCPService(stack.environment, offersSignIn: false).registry, framing: .lines,
                    dialect: .modelContextProtocol)
            }
        try await stack.closing { try await body(service) }
    }
}
