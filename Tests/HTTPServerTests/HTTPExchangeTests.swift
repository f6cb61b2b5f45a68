import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import HTTPServer

/// Requests and responses over one connection.
@Suite struct HTTPExchangeTests {
    private func ask(
        _ line: String, _ fields: String = "", version: String = "1.1", body: String = ""
    ) -> String {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "\(line) HTTP/\(version)\r\nHost: localhost\r\n\(fields)\(length)\r\n\(body)"
    }

    private let text = "Content-Type: text/plain\r\n"

    @Test func `a response has its length and the default fields`() throws {
        let connection = try TestConnection(
            defaultFields: ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"])
        connection.send(ask("POST /echo", text, body: "abc"))
        #expect(
            connection.output() == """
                HTTP/1.1 200 OK\r
                Content-Length: 3\r
                Cache-Control: no-store\r
                X-Content-Type-Options: nosniff\r
                \r
                abc
                """)
        connection.send(ask("GET /hold"))
        connection.held.last.respond(.ok, ["cache-control": "private", "X": "a\r\nb: c"])
        let output = connection.output()
        #expect(!output.contains("no-store") && output.contains("X: \r\n"))
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.0", "", false),
        ("1.0", "Connection: keep-alive\r\n", true), ("1.1", "Upgrade: h2c\r\n", false),
    ])
    func `the version and Connection decide whether the connection continues`(
        version: String, fields: String, continues: Bool
    ) throws {
        let connection = try TestConnection()
        connection.send(ask("GET /echo?a", fields, version: version))
        let output = connection.output()
        #expect(output.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(output.contains("Connection: close") != continues)
        #expect(output.contains("Connection: keep-alive") == (continues && version == "1.0"))
        connection.send(ask("GET /echo"))
        #expect(connection.statuses() == (continues ? [200] : []))
        #expect(connection.closes != continues)
    }

    @Test func `pipelined requests are answered one after the other`() throws {
        let connection = try TestConnection()
        connection.send(ask("GET /hold") + ask("POST /echo", text, body: "a") + ask("GET /x"))
        #expect(connection.statuses() == [])
        connection.held.last.respond(.accepted)
        #expect(connection.statuses() == [202, 200, 404])
        connection.send(String(repeating: ask("GET /echo"), count: 2_000))
        #expect(connection.statuses().count == 2_000)
    }

    @Test func `HEAD has the fields of GET and no body`() throws {
        let connection = try TestConnection()
        connection.send(ask("HEAD /echo?abc"))
        #expect(connection.output() == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        connection.send(ask("HEAD /hold"))
        connection.held.last.begin(.ok)
        connection.held.last.write(ByteBuffer(string: "abc"))
        connection.held.last.finish()
        connection.send(ask("GET /x"))
        #expect(connection.output().contains("chunked\r\n\r\nHTTP/1.1 404"))
    }

    @Test func `a streamed response is chunked, or ends with the connection`() throws {
        let connection = try TestConnection()
        var taken = 0
        for version in ["1.1", "1.0"] {
            connection.send(ask("GET /hold", version: version))
            let exchange = connection.held.last
            exchange.begin(.ok)
            exchange.write(ByteBuffer(string: "hello world")) { taken += 1 }
            exchange.write(ByteBuffer())
            exchange.finish()
            let body = version == "1.1" ? "b\r\nhello world\r\n0\r\n\r\n" : "hello world"
            #expect(connection.output().hasSuffix("\r\n\r\n" + body))
        }
        #expect(taken == 2)
        #expect(connection.closes)
    }

    @Test func `100 Continue is sent when the body is wanted`() throws {
        let connection = try TestConnection()
        let expect = "Expect: 100-continue\r\n"
        connection.send(ask("PUT /hold", expect + "Content-Length: 3\r\n"))
        #expect(connection.output() == "")
        connection.held.last.collectBody { [held = connection.held] body in
            held.last.respond(.ok, [:], body)
        }
        #expect(connection.output() == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.send("abc")
        #expect(connection.output().hasSuffix("\r\n\r\nabc"))
        connection.send(ask("PUT /hold", "Expect: more\r\n", body: "abc"))
        #expect(connection.statuses() == [417])
        #expect(connection.closes)
        let other = try TestConnection()
        // The client may or may not send the body now, so nothing can follow it.
        other.send(ask("PUT /echo", expect + "Content-Length: 3\r\n"))
        #expect(other.output().contains("Connection: close"))
        #expect(other.closes)
    }

    @Test func `a body that the response leaves unread is dropped if it is short`() throws {
        for (length, continues) in [(1000, true), (100_000, false)] {
            let connection = try TestConnection()
            connection.send(ask("PUT /nothing", "Content-Length: \(length)\r\n"))
            #expect(connection.statuses() == [404])
            connection.send(String(repeating: "a", count: length))
            connection.send(ask("GET /echo"))
            #expect(connection.statuses() == (continues ? [200] : []))
        }
        let connection = try TestConnection()
        connection.send(ask("PUT /nothing", "Transfer-Encoding: chunked\r\n"))
        let chunk = "1000\r\n" + String(repeating: "a", count: 0x1000) + "\r\n"
        connection.send(String(repeating: chunk, count: 17) + "0\r\n\r\n" + ask("GET /echo"))
        #expect(connection.statuses() == [404])
        #expect(connection.closes)
    }

    @Test func `a body that is too long is refused, announced or not`() throws {
        let connection = try TestConnection()
        connection.send(ask("POST /echo", text + "Content-Length: 1001\r\n"))
        #expect(connection.statuses() == [413])
        #expect(connection.closes)
        let chunked = try TestConnection()
        chunked.send(ask("POST /hold", "Transfer-Encoding: chunked\r\n"))
        var received = 0
        chunked.held.last.readBody {
            if case .bytes(let bytes) = $0 { received += bytes.readableBytes }
        }
        let chunk = "1f4\r\n" + String(repeating: "a", count: 500) + "\r\n"
        chunked.send(chunk + chunk + chunk)
        #expect(received == 1000)
        #expect(chunked.statuses() == [413])
        #expect(chunked.held.log == ["gone"])
        #expect(chunked.closes)
    }

    @Test func `nothing is received while the body is paused`() throws {
        let connection = try TestConnection()
        connection.send(ask("PUT /hold", "Transfer-Encoding: chunked\r\n"))
        let exchange = connection.held.last
        var received = ""
        exchange.readBody { part in
            guard case .bytes(let bytes) = part else { return received += "." }
            received += String(buffer: bytes)
            exchange.isBodyPaused = true
        }
        connection.send("1\r\na\r\n1\r\nb\r\n0\r\n\r\n" + ask("GET /echo"))
        #expect(received == "a")
        connection.advance(.seconds(100))
        exchange.isBodyPaused = false
        #expect(received == "ab")
        exchange.isBodyPaused = false
        #expect(received == "ab.")
        exchange.respond(.noContent)
        #expect(connection.statuses() == [204, 200])
    }

    @Test(arguments: [
        ("GET /nothing", "", "", 404, ""), ("PUT /echo", "", "", 405, "Allow: GET, HEAD, POST\r\n"),
        ("POST /echo", "", "a", 415, ""),
        ("POST /echo", "Content-Type: text/html\r\n", "a", 415, ""),
        ("POST /echo", "Content-Type: text/plain text\r\n", "a", 415, ""),
        (
            "POST /echo",
            "Content-Type: text/plain\r\nExpect: 100-continue\r\nExpect: x\r\n", "a", 417, ""
        ),
        ("POST /echo", "Content-Type: text/plain\r\nContent-Type: text/plain\r\n", "a", 415, ""),
        ("POST /echo", "Content-Type: text/plain  \r\n", "a", 200, ""),
        ("POST /echo", "Content-Type: Text/Plain ; charset=utf-8\r\n", "a", 200, ""),
        ("GET /names/a%20b", "", "", 200, "\r\n\r\na b"), ("GET /names/", "", "", 404, ""),
        ("GET /names/a/b", "", "", 404, ""), ("OPTIONS *", "", "", 404, ""),
        ("OPTIONS /echo", "", "", 405, ""),
        ("BREW /echo", "", "", 405, "Allow: GET, HEAD, POST\r\n"),
        ("GET /%65cho", "", "", 404, ""), ("GET /Echo", "", "", 404, ""),
    ])
    func `a route is found by its path, its method and the type of the body`(
        line: String, fields: String, body: String, status: Int, contained: String
    ) throws {
        let connection = try TestConnection()
        connection.send(ask(line, fields, body: body))
        let output = connection.output()
        #expect(output.hasPrefix("HTTP/1.1 \(status) ") && output.contains(contained))
        if status != 200 {
            #expect(output.contains("{\"error\":\"") && output.contains("application/json"))
        }
    }

    @Test func `the secret is asked after the path and before the method`() throws {
        let delay = Mutex(Duration.zero)
        let authorizer = HTTPAuthorizer(delay: { delay.withLock { $0 } }) {
            $0.headers["authorization"] == ["Bearer right"]
        }
        let connection = try TestConnection(authorizer: authorizer)
        for (line, status) in [
            ("GET /nothing", 404), ("GET /open", 204), ("HEAD /open", 204), ("POST /open", 401),
            ("GET /echo", 401), ("BIND /echo", 401),
        ] {
            connection.send(ask(line))
            #expect(connection.statuses() == [status], "\(line)")
        }
        #expect(connection.held.authorizations == 0)
        delay.withLock { $0 = .seconds(2) }
        // What is open to all waits for nothing, whatever is shown.
        connection.send(ask("GET /open", "Authorization: Bearer wrong\r\nCookie: a=b\r\n"))
        #expect(connection.statuses() == [204])
        connection.send(ask("GET /echo", "Authorization: Bearer wrong\r\n"))
        connection.advance(.milliseconds(1_999))
        #expect(connection.statuses() == [])
        connection.advance(.milliseconds(1))
        #expect(connection.output().contains("WWW-Authenticate: Bearer\r\n"))
        connection.send(ask("GET /echo", "Authorization: Bearer right\r\n"))
        connection.advance(.seconds(2))
        // Neither a request without a secret nor an authorized client waits.
        connection.send(ask("GET /echo") + ask("PUT /echo", "Authorization: Bearer right\r\n"))
        #expect(connection.statuses() == [200, 401, 405])
        #expect(connection.held.authorizations == 1)
        connection.send(ask("GET /echo", "Authorization: Bearer wrong\r\n"))
        connection.advance(.milliseconds(1_999))
        #expect(connection.statuses() == [])
        connection.advance(.milliseconds(1))
        #expect(connection.statuses() == [401])
    }

    @Test func `only a listed origin is answered with CORS`() throws {
        let gate = HTTPGate(port: 80, origins: ["https://app.example"])
        let connection = try TestConnection(
            gate: gate, authorizer: HTTPAuthorizer(delay: { .zero }, isAuthorized: { _ in false }))
        let origin = "Origin: https://app.example\r\n"
        connection.send(ask("OPTIONS /echo", origin + "Access-Control-Request-Method: POST\r\n"))
        let output = connection.output()
        for line in [
            "HTTP/1.1 204 No Content", "Access-Control-Allow-Methods: GET, HEAD, POST",
            "Access-Control-Allow-Origin: https://app.example", "Vary: Origin",
            "Access-Control-Expose-Headers: Allow, ETag, Retry-After, WWW-Authenticate", "",
        ] {
            #expect(output.contains("\(line)\r\n"), "\(line)")
        }
        connection.send(ask("GET /echo", origin))
        #expect(connection.output().contains("Access-Control-Allow-Origin: https://app.example"))
        for fields in ["", "Origin: http://localhost\r\n", "Origin: https://evil.example\r\n"] {
            connection.send(ask("OPTIONS /echo", fields + "Access-Control-Request-Method: GET\r\n"))
            #expect(!connection.output().contains("Access-Control"))
        }
    }

    @Test(arguments: [
        ("1.1", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200"),
        ("1.0", "HTTP/1.1 200"),
    ])
    func `an interim response comes before the response`(version: String, output: String) throws {
        let connection = try TestConnection()
        connection.send(ask("GET /hold", version: version))
        let exchange = connection.held.last
        exchange.sendInterim(
            HTTPResponseStatus(statusCode: 103, reasonPhrase: "Early Hints"), ["Link": "</x>"])
        exchange.respond(.ok)
        exchange.sendInterim(.processing, [:])
        #expect(connection.output().hasPrefix(output))
        #expect(!connection.output().contains("102"))
    }

    @Test func `a method that the decoder does not know reaches its handler`() throws {
        let connection = try TestConnection()
        connection.send(ask("GET /hold") + ask("BREW /hold"))
        connection.held.last.respond(.ok)
        #expect(connection.statuses() == [200, 405])
    }
}
