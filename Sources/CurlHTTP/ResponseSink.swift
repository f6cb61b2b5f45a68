import HTTPCore
import HTTPTypes

/// Collects one response from libcurl, within limits.
///
/// It is a class because libcurl holds its address. Only the transfer thread uses it.
final class ResponseSink {
    private(set) var body: [UInt8] = []
    /// Why the response is refused, as a phrase for people: usually a limit that it exceeds.
    private(set) var excess: String?
    private var parser: ResponseHeadParser
    private let maximumBodySize: Int
    /// The memory of ``body``.
    let lease: BodyMemory.Lease

    var head: HTTPResponse? { parser.head }

    init(
        maximumHeadSize: Int, maximumHeadLines: Int, maximumBodySize: Int,
        memory: BodyMemory = .unlimited
    ) {
        parser = ResponseHeadParser(maximumSize: maximumHeadSize, maximumLines: maximumHeadLines)
        lease = memory.lease()
        self.maximumBodySize = maximumBodySize
    }

    /// Receives one header line.
    ///
    /// - Returns: whether the transfer continues.
    func take(line: UnsafeRawBufferPointer) -> Bool {
        do throws(ResponseHeadParser.Refusal) {
            try parser.append(line: Array(line))
            return true
        } catch {
            excess = "\(error)"
            return false
        }
    }

    /// Receives a piece of the body, before decoding.
    ///
    /// - Returns: whether the transfer continues.
    func take(content: UnsafeRawBufferPointer) -> Bool {
        guard content.count <= maximumBodySize - body.count else {
            refuseBody()
            return false
        }
        guard lease.hold(body.count + content.count) else {
            excess = HTTPTransportError.noMemory
            return false
        }
        if body.isEmpty { body.reserveCapacity(expectedBodySize) }
        body.append(contentsOf: content)
        return true
    }

    /// The capacity to reserve at once; growing step by step would copy a body twice.
    private var expectedBodySize: Int {
        guard let length = head?.headerFields[.contentLength].flatMap({ Int($0) }) else { return 0 }
        return min(max(length, 0), Self.maximumExpectedSize)
    }

    private static let maximumExpectedSize = 1 << 20

    /// Records that the body is too long, before or after a part of it has arrived.
    func refuseBody() {
        excess = Self.longBody(maximumBodySize)
    }

    static func longBody(_ maximum: Int) -> String {
        "the body is longer than \(maximum) bytes"
    }
}
