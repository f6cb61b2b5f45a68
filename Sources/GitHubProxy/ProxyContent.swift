import HTTPCore
import HTTPTypes

/// The body of a response on its way to a client: as it is, or with addresses rewritten.
struct ProxyContent {
    enum Piece {
        case bytes([UInt8])
        /// All that has arrived was returned.
        case none
        /// The body cannot be decoded, or was cut short.
        case damaged
    }

    /// Whether the body is opened and rewritten, so that its length changes.
    let changesLength: Bool
    private var stream: AddressRewriting.Stream?
    private var decoder: GzipDecoder?
    private var arrived: [UInt8] = []

    /// - Parameter rewriting: nil for no change.
    init(_ fields: HTTPFields, _ rewriting: AddressRewriting?) {
        let type = fields[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        // A raw file has the type of what was asked for: application/vnd.github.raw+json.
        let isFile = [".raw", ".diff", ".patch"].contains { type.contains($0) }
        let isJSON = type.hasSuffix("/json") || type.contains("+json") && !isFile
        let coding = fields[.contentEncoding]?.lowercased() ?? "identity"
        let isGzip = coding == "gzip" || coding == "x-gzip"
        // A part of a body has no addresses of its own.
        guard let rewriting, isJSON, isGzip || coding == "identity", fields[.contentRange] == nil
        else {
            changesLength = false
            return
        }
        changesLength = true
        stream = AddressRewriting.Stream(rewriting)
        if isGzip { decoder = GzipDecoder() }
    }

    /// Adds what has arrived, once ``next()`` has returned none.
    mutating func feed(_ bytes: [UInt8]) {
        if let decoder { decoder.feed(bytes) } else { arrived = bytes }
    }

    /// The next part as the client gets it. It is not much longer than what was fed, or than 64 KiB.
    mutating func next() -> Piece {
        guard let decoder else {
            guard !arrived.isEmpty else { return .none }
            defer { arrived = [] }
            return .bytes(stream?.next(arrived) ?? arrived)
        }
        return switch decoder.next() {
        case .bytes(let bytes): .bytes(stream?.next(bytes) ?? bytes)
        case .none: .none
        case .damaged: .damaged
        }
    }

    /// What is left when everything has arrived.
    mutating func end() -> Piece {
        if let decoder, !decoder.hasEnded { return .damaged }
        return .bytes(stream?.end() ?? [])
    }

    /// The rest of a whole body; nil if it is longer than `maximum` bytes.
    mutating func whole(_ body: [UInt8], maximum: Int) -> Piece? {
        feed(body)
        var all: [UInt8] = []
        while true {
            switch next() {
            case .bytes(let bytes):
                all += bytes
                guard all.count <= maximum else { return nil }
            case .none:
                guard case .bytes(let rest) = end() else { return .damaged }
                return .bytes(all + rest)
            case .damaged: return .damaged
            }
        }
    }
}
