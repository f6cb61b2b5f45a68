import HTTPCore
import HTTPTypes

/// What two equal requests have in common: the bytes on the wire, the identity and the stored key.
struct TransferKey: Hashable, Sendable {
    let key: CacheKey
    let fields: HTTPFields
    private(set) var policy: CachePolicy

    /// - Parameter key: the key of `request`.
    init(_ request: HTTPTransportRequest, key: CacheKey) {
        self.key = key
        fields = request.head.headerFields
        policy = request.cachePolicy
    }

    /// The key of the transfer alone: a caller's policy does not matter once upstream is asked.
    var ofTransfer: TransferKey {
        var key = self
        key.policy.revalidates = false
        key.policy.maximumAge = nil
        return key
    }
}
