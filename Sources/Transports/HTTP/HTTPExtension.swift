package import HTTPServer
package import NIOHTTP1

/// What a program adds to the HTTP listeners of a server.
package struct HTTPExtension: Sendable {
    /// Besides `/rpc`.
    package var routes: [HTTPRoute] = []
    /// Answers all paths, `/rpc` too, to programs that are no web pages; nil for a server of methods.
    package var proxy: HTTPRoute?
    /// Tells a person that a path is unknown.
    package var missingPage: HTTPRoute?
    /// Whether a request is authorized by other means than the secret, such as a session; nil if it shows
    /// none. False counts as a wrong secret.
    package var isAuthorized: @Sendable (HTTPRequestHead) -> Bool? = { _ in nil }

    package init() {}
}
