/// Runs `operation` on all of `inputs` at once and returns the results in the inputs' order.
///
/// The first failure cancels the others and is thrown after they have ended.
package func concurrently<Input: Sendable, Output: Sendable>(
    _ inputs: [Input],
    _ operation: @escaping @Sendable (Input) async throws(GitHubError) -> Output
) async throws(GitHubError) -> [Output] {
    let outcome: Result<[Output], GitHubError> = await withTaskGroup(
        of: (Int, Result<Output, GitHubError>).self
    ) { group in
        for (index, input) in inputs.enumerated() {
            group.addTask {
                do throws(GitHubError) {
                    return (index, .success(try await operation(input)))
                } catch {
                    return (index, .failure(error))
                }
            }
        }
        var outputs: [Int: Output] = [:]
        for await (index, result) in group {
            switch result {
            case .success(let output): outputs[index] = output
            case .failure(let error):
                group.cancelAll()
                return .failure(error)
            }
        }
        return .success(inputs.indices.compactMap { outputs[$0] })
    }
    return try outcome.get()
}

/// Runs both operations at once.
///
/// A failure of either cancels the other and is thrown; of two failures, the first.
package func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () async throws(GitHubError) -> First,
    _ second: @escaping @Sendable () async throws(GitHubError) -> Second
) async throws(GitHubError) -> (First, Second) {
    let parts = try await concurrently([true, false]) {
        isFirst throws(GitHubError) -> (First?, Second?) in
        isFirst ? (try await first(), nil) : (nil, try await second())
    }
    guard let one = parts.first?.0, let two = parts.last?.1 else {
        // `concurrently` returns one output per input, in order.
        preconditionFailure("two inputs gave \(parts.count) outputs")
    }
    return (one, two)
}
