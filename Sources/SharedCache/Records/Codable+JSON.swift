import FoundationEssentials
import JSONCore

extension Encodable {
    /// JSON, the same for equal values.
    var json: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? Array(encoder.encode(self))
    }
}

extension Decodable {
    /// Nil for bytes that are not JSON of this type.
    init?(json bytes: [UInt8]) {
        guard let value = try? JSONTextDecoder().decode(Self.self, from: bytes) else { return nil }
        self = value
    }
}
