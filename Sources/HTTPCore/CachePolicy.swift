/// What a request demands of the cache: RFC 9111, section 5.2.1, as values.
package struct CachePolicy: Hashable, Sendable {
    /// Asks upstream even if the stored response is fresh (`no-cache`).
    package var revalidates: Bool
    /// How old a stored response may be, in seconds (`max-age`), even beyond the lifetime that
    /// upstream gave. Nil: as upstream's header fields say. 0: no stored response is fresh.
    package var maximumAge: Int?
    /// The least freshness lifetime in seconds, for requests that are expensive to repeat.
    package var minimumLifetime: Int
    /// Stores a response for ``minimumLifetime`` although upstream sends `no-cache` and no
    /// validator (GitHub's search). `no-store` is always obeyed.
    package var storesWithoutValidator: Bool
    /// Also stores a 404, for ``minimumLifetime`` unless upstream says otherwise: what was requested
    /// may be missing, and that is an answer.
    package var storesNotFound: Bool
    /// Neither reads from the store nor writes to it (`no-store`).
    package var bypassesStore: Bool
    /// For a client that speaks HTTP itself: RFC 9111 as it stands, with the client's directives. Nil for
    /// callers that get a result with its age, which may be older than the RFC permits.
    package var standard: StandardCaching?

    package init(
        revalidates: Bool = false, maximumAge: Int? = nil, minimumLifetime: Int = 0,
        storesWithoutValidator: Bool = false, storesNotFound: Bool = false,
        bypassesStore: Bool = false
    ) {
        self.revalidates = revalidates
        self.maximumAge = maximumAge
        self.minimumLifetime = minimumLifetime
        self.storesWithoutValidator = storesWithoutValidator
        self.storesNotFound = storesNotFound
        self.bypassesStore = bypassesStore
    }
}
