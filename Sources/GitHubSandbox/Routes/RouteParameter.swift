/// A member of the query that an endpoint reads.
struct RouteParameter: Sendable {
    enum Kind: Hashable, Sendable {
        case integer(default: Int?)
        case text(default: String?)
        /// RFC 3339; a date alone is its first second.
        case time
        case choice([String], default: String?)
    }

    let name: String
    let kind: Kind

    static let pages = [
        RouteParameter("per_page", .integer(default: 30)),
        RouteParameter("page", .integer(default: 1)),
    ]
    /// For lists that continue after an id.
    static let afterID = [
        RouteParameter("since", .integer(default: nil)),
        RouteParameter("per_page", .integer(default: 30)),
    ]

    init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// `type`, `sort` and `direction` of a list of repositories.
    static func repositories(types: [String], type: String, sort: String) -> [RouteParameter] {
        [
            RouteParameter("type", .choice(types, default: type)),
            RouteParameter(
                "sort", .choice(["created", "updated", "pushed", "full_name"], default: sort)),
            RouteParameter("direction", .choice(["asc", "desc"], default: nil)),
        ] + pages
    }

    static func search(sort choices: [String]) -> [RouteParameter] {
        [RouteParameter("q", .text(default: nil))] + pages + [
            RouteParameter("sort", .choice(choices, default: nil)),
            RouteParameter("order", .choice(["asc", "desc"], default: "desc")),
        ]
    }
}

extension RouteContext {
    /// The value of a parameter as sent. A route can read only parameters that it declares.
    func sent(_ name: String) -> String? {
        kind(name) == nil ? nil : request.query[name]
    }

    /// A declared value: the default if another value or none was sent.
    func choice(_ name: String) -> String? {
        guard case .choice(let values, let usual)? = kind(name) else { return nil }
        return sent(name).flatMap { values.contains($0) ? $0 : nil } ?? usual
    }

    func integer(_ name: String) -> Int? {
        kind(name) == nil ? nil : request.query.integer(name)
    }

    /// Seconds since 1970.
    func time(_ name: String) -> Int? {
        sent(name).flatMap { SearchRange.time($0[...])?.lowerBound }
    }

    private func kind(_ name: String) -> RouteParameter.Kind? {
        route.parameters.first { $0.name == name }?.kind
    }
}
