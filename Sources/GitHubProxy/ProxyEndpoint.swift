package import HTTPCore
package import HTTPServer
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Passes the requests of GitHub's clients on, through the cache and everything below it.
package final class ProxyEndpoint: Sendable {
    private let rules: ProxyRules
    private let transport: any HTTPTransport
    private let inMemory: @Sendable (HTTPTransportRequest) -> HTTPTransportResponse?
    private let isEnding: @Sendable () -> Bool
    private let requests = BackgroundTasks()

    /// - Parameters:
    ///   - transport: the one with the cache.
    ///   - inMemory: the response that is at hand without waiting, if there is one.
    ///   - isEnding: whether the server accepts no further requests.
    package init(
        _ rules: ProxyRules, _ transport: any HTTPTransport,
        inMemory: @escaping @Sendable (HTTPTransportRequest) -> HTTPTransportResponse?,
        isEnding: @escaping @Sendable () -> Bool
    ) {
        self.isEnding = isEnding
        self.rules = rules
        self.transport = transport
        self.inMemory = inMemory
    }

    package var route: HTTPRoute {
        HTTPRoute(maximumBody: .max) { [self] exchange in answer(exchange) }
    }

    /// Cancels the requests under way, and waits until they have ended.
    package func close() async {
        await requests.cancelAll()
    }

    private func answer(_ exchange: HTTPExchange) {
        guard !isEnding() else { return exchange.refuse(.ending) }
        let listener = exchange.listener
        do throws(HTTPRefusal) {
            let request = try rules.request(exchange.head, exchange.target, from: listener)
            var rewriting: AddressRewriting?
            if case .tcp(let own) = listener {
                rewriting = AddressRewriting(api: rules.api, own: own)
            }
            if !exchange.hasBody, let response = inMemory(request) {
                return ProxyTransfer(exchange, rewriting).deliver(response)
            }
            ProxyTransfer.start(exchange, request, rewriting) { [self] request, done in
                requests.run {
                    do throws(HTTPTransportError) {
                        done(.success(try await self.transport.send(request)))
                    } catch {
                        done(.failure(error))
                    }
                }
            }
        } catch {
            exchange.refuse(error)
        }
    }
}

extension HTTPExchange {
    /// Whether the request has a body, of a length that may not be known.
    var hasBody: Bool {
        let length = head.headers.first(name: "content-length")
        return length.map { $0 != "0" } ?? head.headers.contains(name: "transfer-encoding")
    }

    /// Over TCP with the address that the client uses, which the gate has admitted.
    fileprivate var listener: ProxyRules.Listener {
        // HTTP/1.0 may leave Host out.
        isOnUnixSocket
            ? .unix : .tcp(own: head.headers.first(name: "host").map { "http://\($0)" } ?? "")
    }
}
