import HTTPTypes

/// An answer that names another address for the same question (RFC 9110, section 15.4).
struct Redirect {
    private let status: Int

    init?(_ status: Int) {
        guard [301, 302, 307, 308].contains(status) else { return nil }
        self.status = status
    }

    /// Where to ask instead. A step from `https` down to `http` is refused.
    ///
    /// A `Location` without a query keeps the question's own: it names the same thing elsewhere,
    /// and the third page of it is asked for there too.
    func target(
        of head: HTTPResponse, from address: WebAddress
    ) throws(GitHubError) -> WebAddress {
        guard let location = head.headerFields[.location],
            let target = address.resolving(location)
        else {
            throw .invalidResponse(
                status: status, reason: "Location: expected an http or https URL")
        }
        guard target.scheme == "https" || address.scheme == "http" else {
            throw .invalidResponse(status: status, reason: "Location: expected https, found http")
        }
        return target.query == nil ? target.asking(address.query) : target
    }
}
