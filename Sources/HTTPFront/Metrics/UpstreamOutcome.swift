package import HTTPCore

/// What came of one exchange with upstream.
package enum UpstreamOutcome: String, CaseIterable, Sendable {
    case ok, notModified, redirect, clientError, serverError
    case dns, connect, tls, timeout, reset, invalid, cancelled

    /// - Parameters:
    ///   - status: of the response, even if that was refused; nil without one.
    ///   - failure: why the caller got no response.
    package init(status: Int?, failure: HTTPTransportError?) {
        self =
            switch (failure, status ?? 0) {
            case (.unavailable(let failure)?, _):
                Self(rawValue: failure.cause.rawValue) ?? .serverError
            case (.invalidBody?, _): .invalid
            case (_?, _), (_, 0): .cancelled
            case (_, ..<300): .ok
            case (_, 304): .notModified
            case (_, ..<400): .redirect
            case (_, ..<500): .clientError
            default: .serverError
            }
    }
}
