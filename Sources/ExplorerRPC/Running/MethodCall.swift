package import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
package import JSONRPC

/// One call of a method, as its handler sees it.
package struct MethodCall: Sendable {
    package let environment: MethodEnvironment
    package let context: RequestContext
    let common: CommonParams
    /// The title of the method, and of its progress.
    let title: String
    /// All its requests have the token that was in use when the call began.
    package let explorer: Explorer
    /// Counts the requests that the result is made of.
    let tally = RequestTally()

    init(
        environment: MethodEnvironment, context: RequestContext, common: CommonParams,
        title: String
    ) {
        self.title = title
        self.environment = environment
        self.context = context
        self.common = common
        explorer = environment.explorer.withPresentIdentity
    }

    /// Runs an operation with this call's `refresh`, `maxAge` and progress.
    func ask<Value: Sendable>(
        _ operation: (FetchOptions) async throws -> Value
    ) async throws -> Value {
        var options = FetchOptions(
            CachePolicy(revalidates: common.refresh, maximumAge: common.maxAge))
        options.tally = tally
        options.progress = context.progress.map { RequestProgress($0) }
        guard let token = common.workDoneToken else { return try await operation(options) }
        let reporter = ProgressReporter(token: token, title: title, notify: context.notify)
        options.progress = RequestProgress(reporter.receive)
        defer { reporter.end() }
        return try await operation(options)
    }
}
