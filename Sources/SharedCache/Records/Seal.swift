import Crypto
import FoundationEssentials

/// Seals data about one question with AES-256-GCM, if its identity has a key.
///
/// Each part is sealed for the place where it is stored: it does not open in another place.
package struct Seal: Sendable {
    /// Nil: bytes are stored as they are.
    private let key: SymmetricKey?
    private let question: String

    package init(_ keys: IdentityKeys, question: String) {
        key = keys.sealing
        self.question = question
    }

    /// Whether only servers of this identity can write what ``open(_:_:)`` gives.
    var isAuthentic: Bool { key != nil }

    package func close(_ bytes: [UInt8], _ part: String) -> [UInt8]? {
        guard let key else { return bytes }
        let box = try? AES.GCM.seal(bytes, using: key, authenticating: place(part))
        return box?.combined.map { Array($0) }
    }

    /// Nil for bytes that were not sealed with this key for this place.
    func open(_ bytes: [UInt8], _ part: String) -> [UInt8]? {
        guard let key else { return bytes }
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let data = try? AES.GCM.open(box, using: key, authenticating: place(part))
        else { return nil }
        return Array(data)
    }

    private func place(_ part: String) -> Data {
        Data("\(EngineKey.epoch) \(question) \(part)".utf8)
    }
}
