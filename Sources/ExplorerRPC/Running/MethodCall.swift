import Explorer
import JSONCore
import JSONRPC

/// One call of a method, as its handler sees it.
package struct MethodCall: Sendable {
    package let environment: MethodEnvironment
    package let context: RequestContext
    let common: CommonParams
    /// Keeps to the identity that was in use when the call began.
    package let explorer: Explorer
    /// What the answer is made of.
    let tally = RequestTally()

    init(environment: MethodEnvironment, context: RequestContext, common: CommonParams) {
        self.environment = environment
        self.context = context
        self.common = common
        explorer = environment.explorer.withPresentIdentity
    }

    /// Runs a question with this call's `refresh`, `maxAge` and progress.
    func ask<Value: Sendable>(
        _ title: String, _ question: (CallOptions) async throws -> Value
    ) async throws -> Value {
        var options = CallOptions(refresh: common.refresh ?? false, maxAge: common.maxAge)
        options.tally = tally
        if let progress = context.progress {
            options.progress = { progress($0.done, $0.total) }
        }
        guard let token = common.workDoneToken else { return try await question(options) }
        let reporter = ProgressReporter(token: token, title: title, notify: context.notify)
        options.progress = { reporter.receive($0) }
        defer { reporter.end() }
        return try await question(options)
    }
}

/// The params that every explorer method takes beside its own.
struct CommonParams: Decodable, Sendable {
    let refresh: Bool?
    let maxAge: Int?
    let workDoneToken: JSONValue?

    static let none = CommonParams(refresh: nil, maxAge: nil, workDoneToken: nil)

    /// Whether the call takes the answer that anybody else would get.
    var areDefault: Bool {
        refresh != true && areForAll
    }

    /// Whether anybody else may get the answer to the call.
    var areForAll: Bool {
        maxAge == nil && workDoneToken == nil
    }
}
