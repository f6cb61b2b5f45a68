import Crypto

extension Digest {
    /// The digest in hexadecimal digits, in lower case.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
