import NIOHTTP1
import Testing

@testable import HTTPServer

@Suite struct WebSocketHandshakeTests {
    private let right: HTTPHeaders = [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]

    private func check(
        _ fields: HTTPHeaders, method: HTTPMethod = .GET, version: HTTPVersion = .http1_1,
        is status: HTTPResponseStatus?
    ) {
        let head = HTTPRequestHead(version: version, method: method, uri: "/", headers: fields)
        let refusal = HTTPExchange.webSocketRefusal(head)
        #expect(refusal?.status == status)
        if status == .upgradeRequired {
            #expect(refusal?.fields["upgrade"] == ["websocket"])
        }
    }

    private func with(_ name: String, _ values: String...) -> HTTPHeaders {
        var fields = right
        fields.remove(name: name)
        for value in values { fields.add(name: name, value: value) }
        return fields
    }

    @Test func `a handshake may name more than the upgrade`() {
        check(right, is: nil)
        check(with("connection", "keep-alive, UPGRADE"), is: nil)
        check(with("upgrade", "h2c", "WebSocket"), is: nil)
        check(with("sec-websocket-extensions", "permessage-deflate"), is: nil)
        check(with("sec-websocket-protocol", "chat"), is: nil)
    }

    @Test func `what asks for no upgrade is told to`() {
        check([:], is: .upgradeRequired)
        check(right, method: .POST, is: .upgradeRequired)
        check(right, version: .http1_0, is: .upgradeRequired)
        check(with("upgrade", "h2c"), is: .upgradeRequired)
        check(with("connection", "close"), is: .upgradeRequired)
    }

    @Test func `another version is told the right one`() {
        for fields in [
            with("sec-websocket-version"), with("sec-websocket-version", "8"),
            with("sec-websocket-version", "13", "13"), with("sec-websocket-version", "8, 13"),
        ] {
            check(fields, is: .upgradeRequired)
            let head = HTTPRequestHead(
                version: .http1_1, method: .GET, uri: "/", headers: fields)
            #expect(
                HTTPExchange.webSocketRefusal(head)?.fields["sec-websocket-version"] == ["13"])
        }
    }

    @Test func `a key has 16 bytes in base64`() {
        for key in [
            "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=!", "dGhlIHNhbXBsZSBub25j",
            "dGhlIHNhbXBsZSBub25jZW4=", "dGhlIHNhbXBsZSBub2-jZQ==", "dGhlIHNhbXBsZSBub2é=ZQ==",
        ] { check(with("sec-websocket-key", key), is: .badRequest) }
        check(with("sec-websocket-key"), is: .badRequest)
        let key = "dGhlIHNhbXBsZSBub25jZQ=="
        check(with("sec-websocket-key", key, key), is: .badRequest)
    }
}
