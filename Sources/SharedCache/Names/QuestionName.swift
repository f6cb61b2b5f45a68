import HTTPCore
import HTTPTypes

extension IdentityKeys {
    /// The name of a question: method, URL, and the request fields that `Vary` may name.
    ///
    /// `User-Agent` is left out: it has the server's version, on which the response does not
    /// depend.
    func question(_ request: HTTPTransportRequest) -> String {
        let fields = request.head.headerFields.filter { $0.name != .userAgent }
            .map { "\($0.name.canonicalName): \($0.value)" }
        return name(["question", request.head.method.rawValue, request.url] + fields.sorted())
    }

    /// The name of the responses about `login`.
    func tag(_ login: String) -> String {
        name(["login", login.lowercased()])
    }

    /// The name of a budget.
    func budget(_ resource: String) -> String {
        name(["budget", resource])
    }
}
