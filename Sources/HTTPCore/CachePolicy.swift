/// What a caller asks of the cache for one request: RFC 9111, section 5.2.1, as values.
package struct CachePolicy: Hashable, Sendable {
    /// Asks upstream even if the stored response is fresh (`no-cache`).
    package var revalidates: Bool
    /// How old a stored response may be, in seconds (`max-age`). It also lengthens the lifetime
    /// that upstream gave. Nil: what upstream's header fields allow. 0: nothing stored is fresh.
    package var maximumAge: Int?
    /// Shortest freshness lifetime in seconds, where asking again has a price of its own.
    package var minimumLifetime: Int
    /// Stores a response for ``minimumLifetime`` although upstream says `no-cache` and gives no
    /// validator (GitHub's search); `no-store` is always obeyed.
    package var storesWithoutValidator: Bool
    /// Keeps the response out of the store and does not look there (`no-store`).
    package var bypassesStore: Bool

    package init(
        revalidates: Bool = false, maximumAge: Int? = nil, minimumLifetime: Int = 0,
        storesWithoutValidator: Bool = false, bypassesStore: Bool = false
    ) {
        self.revalidates = revalidates
        self.maximumAge = maximumAge
        self.minimumLifetime = minimumLifetime
        self.storesWithoutValidator = storesWithoutValidator
        self.bypassesStore = bypassesStore
    }
}
