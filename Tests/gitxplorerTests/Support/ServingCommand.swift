import ArgumentParser
import Logging
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
        let service =
            switch self {
            case .serve: try ServeCommand.parse(options).service
            case .mcp: try MCPCommand.parse(options).service
            }
        let stack = try await ServiceStack(
            UpstreamOptions.parse(options), environment: environment,
            framings: service.framing.names, limits: service.limits, logger: logger,
            announce: announce)
        let tested = TestService(
            service.methods(stack), limits: service.limits, framing: service.framing,
            dialect: service.dialect)
        try await stack.closing { try await body(tested) }
    }
}
