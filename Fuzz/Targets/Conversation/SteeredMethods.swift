import JSONCore
import JSONRPC
import Synchronization

/// Methods whose handlers continue when a test says so.
///
/// `now` answers without a task, `echo` in one, both with their params. `hold` does so when it is
/// released or cancelled, `stubborn` only when it is released; both send a notification first.
/// `fail` and `refuse` answer with errors.
final class SteeredMethods: Sendable {
    private struct Mistake: Error {}

    private struct State {
        var held: [(place: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var nextPlace = 0
        var running = 0
        var mostRunning = 0
    }

    private let state = Mutex(State())

    /// The largest number of concurrent handlers.
    var mostRunning: Int {
        state.withLock(\.mostRunning)
    }

    var registry: MethodRegistry {
        MethodRegistry(
            [
                RPCMethod("now", immediate: { $0.value().bytes }) { params, _ in
                    params.value().bytes
                },
                method("echo") { params, _ in params.value().bytes },
                method("hold") { await self.hold($0, $1, isStubborn: false) },
                method("stubborn") { await self.hold($0, $1, isStubborn: true) },
                method("fail") { _, _ in throw Mistake() },
                method("refuse") { _, _ in throw RPCError.refused },
            ],
            mapError: { _ in .internalError(incident: "fuzz") })
    }

    /// Lets one of the held handlers continue; false if there is none.
    func releaseOne(_ choice: Int = 0) -> Bool {
        let held = state.withLock { state in
            state.held.isEmpty ? nil : state.held.remove(at: choice % state.held.count)
        }
        held?.continuation.resume()
        return held != nil
    }

    private func method(_ name: String, _ handle: @escaping RPCMethod.Handle) -> RPCMethod {
        RPCMethod(name) { params, context in
            self.state.withLock { state in
                state.running += 1
                state.mostRunning = max(state.mostRunning, state.running)
            }
            defer { self.state.withLock { $0.running -= 1 } }
            return try await handle(params, context)
        }
    }

    private func hold(
        _ params: RPCParams, _ context: RequestContext, isStubborn: Bool
    ) async -> [UInt8] {
        let place = state.withLock { state in
            state.nextPlace += 1
            return state.nextPlace
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    if Task.isCancelled, !isStubborn { return false }
                    state.held.append((place, continuation))
                    return true
                }
                if !isHeld { continuation.resume() }
            }
        } onCancel: {
            if !isStubborn { release(place) }
        }
        // After its response, which a cancellation is, nothing more may be sent about a request.
        context.notify(Task.isCancelled ? "late" : "going on", params.value())
        return params.value().bytes
    }

    private func release(_ place: Int) {
        let held = state.withLock { state in
            state.held.firstIndex { $0.place == place }.map { state.held.remove(at: $0) }
        }
        held?.continuation.resume()
    }
}
