import JSONRPC
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct ConnectionRegistryTests {
    private let registry = ConnectionRegistry()

    private func member() -> ServerMember {
        ServerMember(
            connection: ServerConnection(registry: TestMethods().registry) {},
            drain: {}, close: {}, closed: AsyncStream { $0.finish() })
    }

    @Test func `a connection that comes when the server ends is not taken in`() async {
        #expect(registry.add(member()))
        registry.drain()
        #expect(!registry.add(member()))
        #expect(registry.count == 1)
        var added = 0
        for await _ in registry.added { added += 1 }
        #expect(added == 1)
    }
}
