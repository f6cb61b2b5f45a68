import JSONCore
import JSONRPC
import Synchronization
import Transports

/// The server of this process, which is made after the methods that refer to it.
final class RunningServer: Sendable {
    let server = Mutex<RPCServer?>(nil)

    func watch(_ process: Int) {
        guard let process = Int32(exactly: process), process > 0 else { return }
        // Even without this watch, the end of the input ends the server.
        server.withLock { $0 }?.watch(process)
    }

    /// Sends a notification to every connection.
    func announce(_ method: String, _ params: JSONValue) {
        server.withLock { $0 }?.forEachConnection {
            $0.send(notification: method, params: params)
        }
    }
}
