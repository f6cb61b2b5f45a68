/// The part of an account that lists show.
struct Account: Hashable, Sendable {
    enum Kind: String, Sendable {
        case user = "User"
        case organization = "Organization"
        case bot = "Bot"
    }

    let id: Int
    let login: String
    let kind: Kind

    /// GitHub's opaque id: base64 of the type's name and the number.
    var nodeID: String {
        NodeID.text(kind.rawValue, id)
    }
}

/// The part of an account that only its own page shows.
struct Profile: Sendable {
    var account: Account
    var name: String?
    var company: String?
    /// Empty if there is none, as on GitHub; null in an organization's own body.
    var blog = ""
    var location: String?
    var biography: String?
    var twitter: String?
    var hireable: Bool?
    var repositories: Int
    var gists = 0
    var followers: Int
    var following = 0
    /// Seconds since 1970; so is the next.
    var createdAt: Int
    var updatedAt: Int
    /// The language of most of its repositories.
    var mainLanguage: String
    var isSiteAdmin = false
}

/// The global ids of GitHub's GraphQL, in their first form.
enum NodeID {
    static func text(_ type: String, _ id: Int) -> String {
        Base64.encode("0\(type.utf8.count):\(type)\(id)".utf8)
    }
}

/// Base64 with padding (RFC 4648, section 4).
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(bits, 4, to: &text)
                (bits, count) = (0, 0)
            }
        }
        if count > 0 {
            append(bits << (count == 1 ? 16 : 8), count + 1, to: &text)
            text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - count))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ bits: UInt32, _ characters: Int, to text: inout [UInt8]) {
        for index in 0..<characters {
            text.append(alphabet[Int(bits >> (18 - 6 * index)) & 63])
        }
    }
}
