import HTTPCore
import HTTPTypes

/// Collects one response from libcurl, within limits.
///
/// It is a class because libcurl holds its address. Only the transfer thread uses it.
final class ResponseSink {
    private(set) var body: [UInt8] = []
    /// Why the response is refused, as a phrase for people: usually a limit that it exceeds.
    private(set) var excess: String?
    private var parser = ResponseHeadParser()
    private let maximumBodySize: Int
    /// The memory of ``body``.
    let lease: BodyMemory.Lease

    var head: HTTPResponse? { parser.head }

    init(maximumBodySize: Int, memory: BodyMemory) {
        lease = memory.lease()
        self.maximumBodySize = maximumBodySize
    }

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

    /// - Parameter content: a piece of the body, before decoding.
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
        body.append(contentsOf: content)
        return true
    }

    /// Records that the body is too long, before or after a part of it has arrived.
    func refuseBody() {
        excess = Self.longBody(maximumBodySize)
    }

    static func longBody(_ maximum: Int) -> String {
        "the body is longer than \(maximum) bytes"
    }
}
