import HTTPTypes

/// Collects one response as libcurl hands it up, within limits.
///
/// A class, since libcurl holds its address; only the transfer thread touches it.
final class ResponseSink {
    /// A limit that the response went over.
    enum Excess: Hashable {
        /// Both in bytes.
        case head(maximum: Int)
        case body(maximum: Int)
    }

    private(set) var body: [UInt8] = []
    private(set) var excess: Excess?
    private var parser = ResponseHeadParser()
    private let maximumHeadSize: Int
    private let maximumBodySize: Int

    var head: HTTPResponse? { parser.head }

    init(maximumHeadSize: Int, maximumBodySize: Int) {
        self.maximumHeadSize = maximumHeadSize
        self.maximumBodySize = maximumBodySize
    }

    /// Takes one header line.
    ///
    /// - Returns: whether the transfer goes on.
    func take(line: UnsafeRawBufferPointer) -> Bool {
        guard parser.size + line.count <= maximumHeadSize else {
            excess = .head(maximum: maximumHeadSize)
            return false
        }
        parser.append(line: Array(line))
        return true
    }

    /// Takes a piece of the body, as it was sent.
    ///
    /// - Returns: whether the transfer goes on.
    func take(content: UnsafeRawBufferPointer) -> Bool {
        guard content.count <= maximumBodySize - body.count else {
            refuseBody()
            return false
        }
        if body.isEmpty { body.reserveCapacity(expectedBodySize) }
        body.append(contentsOf: content)
        return true
    }

    /// Bytes to make room for at once; growing step by step copies a body twice.
    private var expectedBodySize: Int {
        guard let length = head?.headerFields[.contentLength].flatMap({ Int($0) }) else { return 0 }
        return min(max(length, 0), Self.maximumExpectedSize)
    }

    private static let maximumExpectedSize = 1 << 20

    /// Notes that the body is too long, before or after some of it has come.
    func refuseBody() {
        excess = .body(maximum: maximumBodySize)
    }
}
