import ExplorerRPC
import JSONCore
import JSONRPC
import TestSupport

@testable import MCPBridge

extension TestClient {
    /// A client of the tools.
    convenience init(
        _ services: Services = TestMethods.services(), offersSignIn: Bool = false,
        isAnonymous: Bool = true
    ) {
        let service = MCPService(
            services: services, offersSignIn: offersSignIn, isAnonymous: { isAnonymous },
            incident: { _ in "test" })
        self.init(
            TestService(service.registry, framing: .lines, dialect: .modelContextProtocol))
    }

    /// Sends one request and waits for its answer.
    func call(_ method: String, _ params: JSONValue) async -> JSONValue {
        send(MCPMessages.request(1, method, params))
        return await receive().first ?? .null
    }
}
