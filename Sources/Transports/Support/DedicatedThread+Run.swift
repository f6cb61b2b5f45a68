import LinuxSystem

extension DedicatedThread {
    /// Runs `body` on a thread of its own and waits for its result.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        let result: Result<Value, TransportError> = await withCheckedContinuation { continuation in
            do throws(Errno) {
                try start {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in try body() })
                }
            } catch {
                continuation.resume(returning: .failure(.stream(error)))
            }
        }
        return try result.get()
    }
}
