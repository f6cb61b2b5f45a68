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
            case .serve:
                try await ServeCommand.parse(options).service(
                    logger, environment: environment, watchParent: { _ in }, announce: announce)
            case .mcp:
                try await MCPCommand.parse(options).service(logger, environment: environment)
            }
        do {
            try await body(
                TestService(
                    service.methods, limits: service.limits, framing: service.framing,
                    dialect: service.dialect))
        } catch {
            await service.stack.close()
            throw error
        }
        await service.stack.close()
    }
}
