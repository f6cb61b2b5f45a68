import NIOCore
import NIOHTTP1

/// The way of a request from its head to the handler of its route.
extension HTTPConnectionHandler {
    func admit(_ exchange: HTTPExchange) {
        do throws(HTTPRefusal) {
            if service.gate == nil { try HTTPMessageForm.check(exchange.head) }
            switch service.gate?.decide(exchange.head) ?? .admit(allowedOrigin: nil) {
            case .refuse(let refusal): throw refusal
            case .preflight(let origin):
                exchange.allowedOrigin = origin
                exchange.answerPreflight(try route(exchange))
            case .admit(let origin):
                exchange.allowedOrigin = origin
                authorize(exchange, for: try route(exchange))
            }
        } catch {
            exchange.refuse(error)
        }
    }

    private func route(_ exchange: HTTPExchange) throws(HTTPRefusal) -> HTTPRoute {
        guard let route = service.router.route(exchange.target.path, for: exchange.head)
        else {
            throw HTTPRefusal(.notFound, "There is nothing at this path.")
        }
        exchange.maximumBody = route.maximumBody
        return route
    }

    /// Checks the secret, after the delay that wrong ones have earned.
    private func authorize(_ exchange: HTTPExchange, for route: HTTPRoute) {
        let fields = exchange.head.headers
        guard let authorizer = service.authorizer else {
            exchange.wasAuthorized = true
            return deliver(exchange, to: route)
        }
        // What all may read waits for no secret, and is no place to guess one. A handler of another method
        // may ask whether one was shown.
        let method = exchange.head.method
        if [.GET, .HEAD].contains(method), route.isOpen(to: method) {
            return deliver(exchange, to: route)
        }
        let showsSecret = fields.contains(name: "authorization") || fields.contains(name: "cookie")
        // On a connection that has shown the secret, only a wrong one waits.
        let isKnown = onAuthorized == nil
        let delay = showsSecret ? authorizer.delay() : .zero
        if isKnown || delay == .zero {
            exchange.wasAuthorized = showsSecret && authorizer.isAuthorized(exchange.head)
            if exchange.wasAuthorized || delay == .zero { return deliver(exchange, to: route) }
        }
        exchange.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) { [self] in
            guard exchange.isOpen else { return }
            if !isKnown { exchange.wasAuthorized = authorizer.isAuthorized(exchange.head) }
            deliver(exchange, to: route)
        }
    }

    private func deliver(_ exchange: HTTPExchange, to route: HTTPRoute) {
        let head = exchange.head
        if exchange.wasAuthorized { onAuthorized.take()?() }
        do throws(HTTPRefusal) {
            guard exchange.wasAuthorized || route.isOpen(to: head.method) else {
                throw .unauthorized
            }
            guard let handler = route.handler(for: head.method) else {
                throw HTTPRefusal(
                    .methodNotAllowed, "Use one of: \(route.allow).", ["Allow": route.allow])
            }
            let expectations = head.headers[canonicalForm: "expect"].map { $0.lowercased() }
            guard !exchange.expectsContinue || Set(expectations) == ["100-continue"] else {
                throw HTTPRefusal(.expectationFailed, "The only expectation is 100-continue.")
            }
            let hasContent = [.POST, .PUT, .PATCH].contains(head.method)
            // A body that has no meaning is dropped if it is short.
            let maximum = hasContent ? 0 : HTTPLimits.maximumDropped
            guard exchange.announcedLength <= max(route.maximumBody, maximum) else {
                throw .tooLarge
            }
            if hasContent {
                guard route.takes(head.headers["content-type"]) else {
                    throw HTTPRefusal(
                        .unsupportedMediaType,
                        "Send Content-Type: \(route.mediaTypes.joined(separator: " or ")).")
                }
            }
            handler(exchange)
        } catch {
            exchange.refuse(error)
        }
    }
}

extension HTTPRefusal {
    static let tooLarge = HTTPRefusal(.payloadTooLarge, "Send a shorter body.", closes: true)

    package static let ending = HTTPRefusal(
        .serviceUnavailable, "The server ends; ask again later.", closes: true)

    package static let unauthorized = HTTPRefusal(
        .unauthorized, "Send the client secret as Authorization: Bearer SECRET.",
        ["WWW-Authenticate": "Bearer"])
}
