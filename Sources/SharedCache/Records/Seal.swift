import Crypto
import FoundationEssentials

/// Seals what one identity was answered (AES-256-GCM), for the place where it lies.
struct Seal {
    /// Nil: bytes stay as they are.
    let key: SymmetricKey?
    /// Where the bytes lie. What was moved to another place does not open there.
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

    /// Nil for what was not sealed with this key for this place.
    func open(_ bytes: [UInt8]) -> [UInt8]? {
        guard let key else { return bytes }
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let data = try? AES.GCM.open(box, using: key, authenticating: Data(place.utf8))
        else { return nil }
        return Array(data)
    }
}
