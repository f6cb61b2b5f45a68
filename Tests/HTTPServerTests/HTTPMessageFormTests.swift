import NIOCore
import NIOHTTP1
import Testing

@testable import HTTPServer

/// Requests that are not HTTP/1.x as RFC 9112 has it, by their bytes.
@Suite struct HTTPMessageFormTests {
    /// Sends `text` and a further request, whole and byte by byte: the answer must have `status`, and
    /// the connection must close without another one.
    private func check(_ text: String, is status: Int) throws {
        for size in text.utf8.count > 1000 ? [Int.max, 1000] : [Int.max, 1, 7] {
            let connection = try TestConnection()
            connection.send(
                text + "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n", inPiecesOf: size)
            #expect(connection.statuses() == [status], "\(text.debugDescription) by \(size)")
            #expect(connection.closes)
        }
    }

    @Test(arguments: [
        // The request line.
        "GET /echo\r\n\r\n",
        "GET /echo HTTP/2.0\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.2\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/0.9\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.10\r\nHost: localhost\r\n\r\n",
        "GET /echo http/1.1\r\nHost: localhost\r\n\r\n",
        "GET  /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo  HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\r\n\nGET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\nGET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\r\r\nGET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\rGET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.1 \r\nHost: localhost\r\n\r\n",
        "GET\t/echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo\t HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "G(T /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        String(repeating: "G", count: 65) + " /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        " GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo RTSP/1.0\r\nHost: localhost\r\n\r\n",
        "GET /echo\r\n",
        "G\u{0}ET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /ec\u{0}ho HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /ec\u{1}ho HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /ec\u{7f}ho HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo\u{e9} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo#a HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET ftp://localhost/echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET http:/echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "CONNECT /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}",
        // Line ends.
        "GET /echo HTTP/1.1\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\n\n",
        "GET /echo HTTP/1.1\nHost: localhost\n\n",
        "GET /echo HTTP/1.1\rHost: localhost\r\r",
        "GET /echo HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n",
        "GET /echo HTTP/1.1\r\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\r\n\r\n",
        // Fields.
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\r\n\tb\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX:\r\n b\r\n\r\n",
        "GET /echo HTTP/1.1\r\n Host: localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost : localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost\t: localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX Y: a\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\n: a\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX(y): a\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX\u{0}: a\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX\u{e9}: a\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX: \u{0}\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\u{1}b\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\u{7f}b\r\n\r\n",
        // Hosts.
        "GET /echo HTTP/1.1\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.0\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: local host\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost, localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: user@localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost:8a\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost/\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: [::1\r\n\r\n",
    ])
    func `a malformed head is refused and the connection closes`(text: String) throws {
        try check(text, is: 400)
    }

    @Test(arguments: [
        "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "Content-Length: 3, 3\r\n\r\nabc",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "Content-Length: +3\r\n\r\nabc",
        "Content-Length: -3\r\n\r\nabc",
        "Content-Length: 0x3\r\n\r\nabc",
        "Content-Length: 3 3\r\n\r\nabc",
        "Content-Length: \r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\nabc",
        "Content-Length: 18446744073709551619\r\n\r\nabc",
        "Transfer-Encoding: gzip\r\n\r\n",
        "Transfer-Encoding: identity\r\n\r\n",
        "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding:\u{b}chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nx\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3 \r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n 3\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3;\na\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3;\u{0}\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX : y\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n X: y\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n10000000000000003\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3;a=\"\n\"\r\nabc\r\n0\r\n\r\n",
    ])
    func `an ambiguous length of the body is refused`(rest: String) throws {
        let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
        try check(head + rest, is: 400)
    }

    @Test func `HTTP 1.0 has no transfer coding`() throws {
        try check(
            "POST /echo HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            is: 400)
    }

    @Test(arguments: [
        "X: \(String(repeating: "a", count: 16_400))\r\n",
        String(repeating: "X: \(String(repeating: "a", count: 400))\r\n", count: 41),
        String(repeating: "X: y\r\n", count: 64),
        "X:\(String(repeating: " ", count: 16_400))y\r\n",
        String(repeating: "a", count: 16_400) + ": y\r\n",
    ])
    func `a head over the limits is refused`(fields: String) throws {
        try check("GET /echo HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n", is: 431)
    }

    @Test func `the limit of the fields is exact`() throws {
        for (count, status) in [(16_362, 200), (16_363, 431)] {
            let connection = try TestConnection()
            let field = "X: \(String(repeating: "a", count: count))\r\n"
            connection.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
            #expect(connection.statuses() == [status])
        }
    }

    @Test func `the request line has the same limit`() throws {
        try check(
            "GET /echo?\(String(repeating: "a", count: 16_400)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            is: 414)
    }

    @Test(arguments: [
        "\r\n\r\nGET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET http://localhost/echo HTTP/1.1\r\nHost: LOCALHOST:80\r\n\r\n",
        "GET HTTP://localhost/echo HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nhOST:localhost\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: \t localhost \t \r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX:\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nX: caf\u{e9}\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\n"
            + String(repeating: "X: y\r\n", count: 63) + "\r\n",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            + "Transfer-Encoding: Chunked\r\n\r\n3;a=b\r\nabc\r\n0003\r\ndef\r\n0\r\nX: y\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            + "Content-Length: 003\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            + "Content-Length: 3\t \t\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type:\ttext/plain\t\r\n"
            + "Transfer-Encoding: chunked\t\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "GET /echo HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\t\r\n\r\n",
    ])
    func `a well-formed request is answered and the connection goes on`(text: String) throws {
        for size in [Int.max, 1] {
            let connection = try TestConnection()
            connection.send(text, inPiecesOf: size)
            connection.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(connection.statuses() == [200, 200])
        }
    }

    @Test(arguments: ["BREW", "get", "QUERY", "M-SEARCH", String(repeating: "X", count: 64)])
    func `a method that the decoder does not know is another method`(method: String) throws {
        for (path, status) in [("/echo", 405), ("/nothing", 404)] {
            for size in [Int.max, 1, 3] {
                let connection = try TestConnection()
                let request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                connection.send("\r\n" + request + request, inPiecesOf: size)
                #expect(connection.statuses() == [status, status])
                #expect(!connection.closes)
            }
        }
    }

    @Test(arguments: [
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n0\r\nConnection: close\r\n\r\n",
        "GET /echo HTTP/1.1\r\nHost: localhost\r\nProxy-Connection: close\r\nX: y \r\n\r\n",
    ])
    func `where the decoder stops the answer says so`(text: String) throws {
        for size in [Int.max, 1] {
            let connection = try TestConnection()
            connection.send(text, inPiecesOf: size)
            connection.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let output = connection.output()
            #expect(output.hasPrefix("HTTP/1.1 200 ") && output.contains("Connection: close\r\n"))
            #expect(output.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(connection.closes)
        }
    }
}
