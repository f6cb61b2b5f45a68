import Crypto
import FoundationEssentials

/// Seals the responses to one identity (AES-256-GCM), each for the place where it is stored.
struct Seal {
    /// Nil: bytes are stored as they are.
    let key: SymmetricKey?
    /// Where the bytes are stored. Bytes that were moved to another place do not open.
    let place: String

    init(_ keys: IdentityKeys, question: String, part: String) {
        key = keys.sealing
        place = "\(EngineKey.epoch) \(question) \(part)"
    }

    func close(_ bytes: [UInt8]) -> [UInt8]? {
        guard let key else { return bytes }
        let box = try? AES.GCM.seal(bytes, using: key, authenticating: Data(place.utf8))
        return box?.combined.map { Array($0) }
    }

    /// Nil for bytes that were not sealed with this key for this place.
    func open(_ bytes: [UInt8]) -> [UInt8]? {
        guard let key else { return bytes }
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let data = try? AES.GCM.open(box, using: key, authenticating: Data(place.utf8))
        else { return nil }
        return Array(data)
    }
}
