package import FoundationEssentials
package import HTTPTypes

/// A response in the cache, with everything that is needed to use it again.
package struct StoredResponse: Sendable {
    package var key: CacheKey
    package var varying: VaryingFields
    /// 200 or 301.
    package var status: Int
    package var fields: HTTPFields
    package var body: [UInt8]
    /// When the request was sent that fetched or last confirmed the response.
    package var requestedAt: Date
    /// When the response to that request arrived.
    package var receivedAt: Date
    /// When it was last used, to within a minute.
    package var usedAt: Date
    /// The subjects of the response, in lower case; see ``ResponseStore/clear(tag:)``.
    package var tags: [String] = []
}
