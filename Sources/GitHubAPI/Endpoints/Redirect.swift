import HTTPCore
import HTTPTypes

/// A response that names another address for the same request (RFC 9110, section 15.4).
struct Redirect {
    private let status: Int

    init?(_ status: Int) {
        guard [301, 302, 307, 308].contains(status) else { return nil }
        self.status = status
    }

    /// The address to ask instead. A step from `https` to `http` is refused.
    ///
    /// A `Location` without a query keeps the request's query: it names the same resource
    /// elsewhere, and the request is for the same page of it.
    func target(
        of head: HTTPResponse, from address: WebAddress
    ) throws(GitHubError) -> WebAddress {
        guard let location = head.headerFields[.location],
            var target = address.resolving(location)
        else {
            throw .invalidResponse(
                status: status, reason: "Location: expected an http or https URL")
        }
        guard target.scheme == "https" || address.scheme == "http" else {
            throw .invalidResponse(status: status, reason: "Location: expected https, found http")
        }
        target.query = target.query ?? address.query
        return target
    }
}
