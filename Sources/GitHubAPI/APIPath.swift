import HTTPCore
import HTTPTypes

/// What can be told of a request to the API from its path: its budget and the form of its answer.
struct APIPath {
    /// The outer type of an answer's JSON.
    enum Shape: Hashable {
        case object, array
    }

    struct Budget {
        /// GitHub's name: `core` or `search`.
        let name: String
        /// Asking costs nothing.
        let isFree: Bool
    }

    private let components: [Substring]

    /// Nil for an image and for what is not below `base`.
    init?(_ request: HTTPTransportRequest, base: WebAddress) {
        guard !request.acceptsImages,
            let components = WebAddress(request.url)?.components(below: base)
        else { return nil }
        self.components = components
    }

    var budget: Budget {
        switch components.first {
        case "search": Budget(name: "search", isFree: false)
        case "rate_limit": Budget(name: "core", isFree: true)
        default: Budget(name: "core", isFree: false)
        }
    }

    /// Nil for an endpoint that is not known here.
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
    var acceptsImages: Bool {
        head.headerFields[.accept]?.hasPrefix("image/") ?? false
    }
}
