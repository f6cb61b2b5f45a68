/// Runs `operation` on all of `inputs` at once and returns the results in the inputs' order.
///
/// The first failure cancels the others and is thrown after they have ended.
package func concurrently<Input: Sendable, Output: Sendable>(
    _ inputs: [Input],
    _ operation: @escaping @Sendable (Input) async throws(GitHubError) -> Output
) async throws(GitHubError) -> [Output] {
    do {
        return try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            for (index, input) in inputs.enumerated() {
                group.addTask { (index, try await operation(input)) }
            }
            var outputs: [Int: Output] = [:]
            for try await (index, output) in group { outputs[index] = output }
            return inputs.indices.compactMap { outputs[$0] }
        }
    } catch {
        // The group throws what `operation` throws.
        throw error as? GitHubError ?? .cancelled
    }
}

/// Runs both operations at once. The first failure cancels the other one and is thrown.
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
