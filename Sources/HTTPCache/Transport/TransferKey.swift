import HTTPCore
import HTTPTypes

/// What two equal requests have in common: the bytes on the wire, the identity and the stored key.
struct TransferKey: Hashable, Sendable {
    let key: CacheKey
    let fields: HTTPFields
    let policy: CachePolicy

    /// - Parameter key: the key of `request`.
    init(_ request: HTTPTransportRequest, key: CacheKey) {
        self.key = key
        fields = request.head.headerFields
        policy = request.cachePolicy
    }

    /// The key of the transfer alone: a caller's policy does not matter once upstream is asked.
    var ofTransfer: TransferKey {
        var policy = policy
        policy.revalidates = false
        policy.maximumAge = nil
        return TransferKey(key: key, fields: fields, policy: policy)
    }

    private init(key: CacheKey, fields: HTTPFields, policy: CachePolicy) {
        self.key = key
        self.fields = fields
        self.policy = policy
    }
}
