/// The key of a stored response: a method and a URL, requested by one identity.
///
/// ``VaryingFields`` decides which of several responses of one key fits a request.
///
/// - SeeAlso: RFC 9111, section 2.
package struct CacheKey: Hashable, Sendable {
    package var identity: Identity
    package var method: String
    package var url: String
}
