import HTTPServer
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization

/// What a client of HTTP sends, through a whole connection with a gate: in pieces of any size it gets
/// the same responses. What is admitted names this server once and has one length; nothing is answered
/// after a request that is malformed.
///
/// The input's first byte selects the size of the pieces.
enum HTTPFrontTarget {
    private struct Outcome: Equatable {
        var output = ""
        var admitted: [String] = []
        var isOpen = false

        /// With one text for 400 and 431: of a head that is wrong and too long, the pieces decide which
        /// fault is seen first.
        var known: Outcome {
            var known = self
            for status in ["400 ", "431 "] {
                guard let end = known.output.firstRange(of: "HTTP/1.1 \(status)") else { continue }
                known.output.replaceSubrange(end.lowerBound..., with: "refused")
            }
            return known
        }
    }

    private static let maximumBody = 64

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let choice = input.first else { return }
        let bytes = input.dropFirst()
        let whole = try serve(bytes, inPiecesOf: bytes.count)
        for size in [1, 2 + Int(choice)] {
            let pieces = try serve(bytes, inPiecesOf: size)
            try Finding.unless(
                pieces.known == whole.known,
                "in pieces of \(size): \(pieces), but whole: \(whole)")
        }
        let statuses = whole.output.matches(of: #/HTTP/1\.1 (\d{3}) /#).map { String($0.1) }
        for (index, status) in statuses.enumerated() where ["400", "413", "431"].contains(status) {
            try Finding.unless(
                index == statuses.count - 1 && !whole.isOpen, "\(status) is not the end: \(whole)")
        }
    }

    private static func serve(
        _ bytes: ArraySlice<UInt8>, inPiecesOf size: Int
    ) throws(Finding) -> Outcome {
        let log = Log()
        let channel = EmbeddedChannel()
        let route = HTTPRoute(maximumBody: maximumBody) { exchange in
            log.heads.withLock { $0.append(exchange.head) }
            exchange.collectBody { exchange.respond(.ok, [:], $0) }
        }
        let service = HTTPService(
            gate: HTTPGate(port: 80, origins: ["https://a.example"]),
            router: HTTPRouter([], fallback: route))
        do {
            try HTTPConnectionHandler.add(to: channel, service, name: "http-1")
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 80), promise: nil)
        } catch {
            throw Finding("no connection: \(error)")
        }
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: max(size, 1)) {
            let piece = bytes[start..<min(start + size, bytes.endIndex)]
            // A closed channel takes no more.
            _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
        }
        var outcome = Outcome()
        var output = ByteBuffer()
        while var next = try? channel.readOutbound(as: ByteBuffer.self) {
            output.writeBuffer(&next)
        }
        // A body that has arrived with its head is not waited for.
        outcome.output = String(buffer: output)
            .replacing(#/Date: [^\r]*\r\n/#, with: "")
            .replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "")
        // A connection that lingers closes within a second.
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        outcome.isOpen = channel.isActive
        _ = try? channel.finish(acceptAlreadyClosed: true)
        for head in log.heads.withLock({ $0 }) {
            try check(head)
            outcome.admitted.append("\(head)")
        }
        return outcome
    }

    private static func check(_ head: HTTPRequestHead) throws(Finding) {
        let hosts = head.headers["host"].map { $0.lowercased() }
        let names = ["localhost", "127.0.0.1", "[::1]"]
        let isOwn = names.contains { name in
            guard hosts.first?.hasPrefix(name) == true else { return false }
            let port = hosts[0].dropFirst(name.count)
            return port.isEmpty || port == ":" || (port.first == ":" && Int(port.dropFirst()) == 80)
        }
        try Finding.unless(hosts.count == 1 && isOwn, "admitted with Host \(hosts)")
        let lengths = head.headers["content-length"].count
        let codings = head.headers["transfer-encoding"].map { $0.lowercased() }
        try Finding.unless(
            lengths + codings.count < 2 && (codings.isEmpty || codings == ["chunked"]),
            "admitted with \(lengths) lengths and \(codings)")
        let origins = head.headers["origin"].map { $0.lowercased() }
        try Finding.unless(
            origins.count < 2
                && origins.allSatisfy { $0 == "https://a.example" || isOwnOrigin($0) },
            "admitted with Origin \(origins)")
        let isClean = head.headers.allSatisfy { name, value in
            !name.isEmpty && !(name + value).utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        }
        try Finding.unless(isClean && head.headers.count <= 64, "admitted with \(head.headers)")
    }

    private static func isOwnOrigin(_ origin: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { name in
            let prefix = "http://\(name)"
            let port = origin.dropFirst(prefix.count)
            return origin.hasPrefix(prefix)
                && (port.isEmpty || port == ":"
                    || (port.first == ":" && Int(port.dropFirst()) == 80))
        }
    }
}

/// The heads that were admitted.
private final class Log: Sendable {
    let heads = Mutex<[HTTPRequestHead]>([])
}
