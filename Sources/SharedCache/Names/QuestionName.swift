import HTTPCore
import HTTPTypes

extension IdentityKeys {
    /// The name of a question: method, URL, and the request fields that `Vary` may name.
    ///
    /// `User-Agent` is left out. It has the server's version, and the answer does not depend on it.
    func question(_ request: HTTPTransportRequest) -> String {
        let fields = request.head.headerFields.filter { $0.name != .userAgent }
            .map { "\($0.name.canonicalName): \($0.value)" }
        return name(["question", request.head.method.rawValue, request.url] + fields.sorted())
    }

    /// The name of what concerns `login`.
    func tag(_ login: String) -> String {
        name(["login", login.lowercased()])
    }

    /// The name of a budget.
    func budget(_ resource: String) -> String {
        name(["budget", resource])
    }
}
