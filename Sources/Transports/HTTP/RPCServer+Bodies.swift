package import HTTPServer
import JSONRPC
package import NIOCore
import NIOHTTP1

extension RPCServer {
    /// Reads a whole body. Until its end it counts as an unfinished message. If there is no memory for
    /// the rest of it, the answer is 503.
    package func collectBody(
        of exchange: HTTPExchange, _ then: @escaping (ByteBuffer) -> Void
    ) {
        let bound = NIOLoopBound(exchange, eventLoop: exchange.eventLoop)
        let share = UnfinishedBody(in: memory) { [eventLoop = exchange.eventLoop] in
            eventLoop.execute {
                guard bound.value.isReceiving else { return }
                bound.value.refuse(
                    HTTPRefusal(.serviceUnavailable, "Send the body again later.", closes: true))
            }
        }
        var body = ByteBuffer()
        exchange.readBody { part in
            switch part {
            case .bytes(var bytes):
                body.writeBuffer(&bytes)
                share.set(body.readableBytes)
            case .end:
                share.set(0)
                then(body)
            }
        }
    }
}
