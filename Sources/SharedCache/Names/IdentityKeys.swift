import Crypto
import FoundationEssentials
import HTTPCore
import HTTPTypes
package import Secrets

/// The keys of one identity: they name its requests and seal the responses.
///
/// Both are derived from the token, so that servers with the same token agree on them, and a reader
/// of the engine learns neither requests nor responses. Without a token there is no secret to
/// derive keys from: names can be guessed, and the responses are public.
package struct IdentityKeys: Sendable {
    private let names: SymmetricKey
    /// Nil without a token: responses are not sealed.
    let sealing: SymmetricKey?

    package init(credential: Secret?) {
        let secret = credential.map { Data($0.reveal().utf8) } ?? Data("anonymous".utf8)
        names = Self.key("names", of: secret)
        sealing = credential == nil ? nil : Self.key("answers", of: secret)
    }

    /// The name of a question: method, URL, and the request fields that `Vary` may name. `User-Agent`
    /// is left out: no response depends on the server's version.
    func question(_ request: HTTPTransportRequest) -> String {
        let fields = request.head.headerFields.filter { $0.name != .userAgent }
            .map { "\($0.name.canonicalName): \($0.value)" }
        return name(["question", request.head.method.rawValue, request.url] + fields.sorted())
    }

    /// The name of the responses about `login`.
    func tag(_ login: String) -> String {
        name(["login", login.lowercased()])
    }

    /// The name of a budget.
    func budget(_ resource: String) -> String {
        name(["budget", resource])
    }

    /// The length of a name.
    static let nameLength = 32

    /// Hexadecimal digits that identify `parts`.
    func name(_ parts: [String]) -> String {
        var code = HMAC<SHA256>(key: names)
        for part in parts {
            // The lengths make different lists of parts different texts.
            code.update(data: Data("\(part.utf8.count):\(part)".utf8))
        }
        return code.finalize().prefix(Self.nameLength / 2).hexadecimal
    }

    private static func key(_ purpose: String, of secret: Data) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: Data(EngineKey.epoch.utf8),
            info: Data(purpose.utf8), outputByteCount: 32)
    }
}

extension Sequence<UInt8> {
    /// Two digits per byte.
    var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
