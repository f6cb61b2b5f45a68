import ExplorerRPC
import JSONCore
import JSONRPC
import TestSupport

@testable import MCPBridge

extension TestClient {
    /// A client of the tools.
    convenience init(
        _ calls: [String: Toolbox.Call] = TestMethods.calls(), offersSignIn: Bool = false,
        isAnonymous: Bool = true, shown: @escaping @Sendable (String) -> String = { $0 }
    ) {
        let toolbox = Toolbox(
            calls: calls, offersSignIn: offersSignIn, isAnonymous: { isAnonymous }, shown: shown)
        let service = MCPService(toolbox, offersSignIn: offersSignIn, incident: { _ in "test" })
        self.init(
            TestService(service.registry, framing: .lines, dialect: .modelContextProtocol))
    }

    /// Sends one request and waits for its response.
    func call(_ method: String, _ params: JSONValue) async -> JSONValue {
        send(MCPMessages.request(1, method, params))
        return await receive().first ?? .null
    }
}
