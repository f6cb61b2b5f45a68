import LinuxSystem
import Transports

/// Runs blocking calls away from the cooperative pool.
package func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
) async throws -> Result {
    try await DedicatedThread.run { () throws(TransportError) in body() }
}
