import HTTPCore
import HTTPTypes

/// What makes two requests one: what goes over the wire, for whom, and what is stored of it.
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

    /// The key of the transfer alone: how a caller judges what is stored plays no part once
    /// upstream is asked.
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
