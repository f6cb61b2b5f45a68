import HTTPCore
import HTTPTypes

/// What the path of an API request determines: its budget and the JSON type of its response.
struct APIPath {
    /// The outermost JSON type of a response.
    enum Shape: Hashable {
        case object, array
    }

    /// The budgets that this server's requests count against, by GitHub's names.
    enum Resource: String, Hashable {
        case core, search
    }

    struct Budget {
        let resource: Resource
        /// Whether the request costs nothing.
        let isFree: Bool
    }

    private let components: [Substring]

    /// Nil for an image and for an address that is not below `base`.
    init?(_ request: HTTPTransportRequest, base: WebAddress) {
        guard !request.acceptsImages,
            let components = WebAddress(request.url)?.components(below: base)
        else { return nil }
        self.components = components
    }

    var budget: Budget {
        switch components.first {
        case "search": Budget(resource: .search, isFree: false)
        case "rate_limit": Budget(resource: .core, isFree: true)
        default: Budget(resource: .core, isFree: false)
        }
    }

    /// Nil for an unknown endpoint.
    var shape: Shape? {
        switch (components.first, components.count) {
        case ("users", 1): .array
        case ("users", 2), ("orgs", 2), ("user", 1...2), ("organizations", 2): .object
        case ("search", 2), ("rate_limit", 1), ("repos", 3), ("repositories", 2): .object
        case ("users", 3), ("orgs", 3), ("user", 3), ("organizations", 3):
            components.last == "repos" ? .array : nil
        case ("repos", 4), ("repositories", 3): components.last == "stargazers" ? .array : nil
        default: nil
        }
    }
}

extension HTTPTransportRequest {
    package var acceptsImages: Bool {
        head.headerFields[.accept]?.hasPrefix("image/") ?? false
    }
}
