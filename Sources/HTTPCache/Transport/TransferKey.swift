import HTTPCore
import HTTPTypes

/// What two equal requests have in common: the bytes on the wire, the identity and the stored key.
struct TransferKey: Hashable, Sendable {
    let key: CacheKey
    let fields: HTTPFields
    /// That of ``key`` is GET for a HEAD too.
    let method: HTTPRequest.Method
    private(set) var policy: CachePolicy

    /// That of the URL, by ``Writes``.
    let generation: UInt64

    /// - Parameter key: the key of `request`.
    init(_ request: HTTPTransportRequest, key: CacheKey, generation: UInt64 = 0) {
        self.generation = generation
        self.key = key
        fields = request.head.headerFields
        method = request.head.method
        policy = request.cachePolicy
    }

    /// The key of the transfer alone: a caller's policy does not matter once upstream is asked.
    var ofTransfer: TransferKey {
        var key = self
        key.policy.revalidates = false
        key.policy.maximumAge = nil
        if let standard = policy.standard {
            key.policy.standard = StandardCaching(isShared: standard.isShared)
        }
        return key
    }
}
