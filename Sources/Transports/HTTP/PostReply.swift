package import HTTPServer
import NIOCore
import NIOHTTP1

/// What becomes of the output of a request over HTTP. Called on the event loop of its exchange.
package struct PostReply {
    /// Takes whole lines of JSON, each with its line feed: the response, and notifications if they are on.
    ///
    /// `taken` must be called once the socket has taken what became of them. Until then they count as
    /// unread, and no further lines come.
    package typealias Lines = (HTTPExchange, [UInt8], _ taken: @escaping () -> Void) -> Void

    let lines: Lines

    package init(_ lines: @escaping Lines) {
        self.lines = lines
    }

    /// 200 with the response.
    package static var json: PostReply {
        PostReply { exchange, response, taken in
            // One message has one response, and all of it comes at once.
            exchange.respond(
                .ok, ["Content-Type": "application/json"], ByteBuffer(bytes: response), taken: taken
            )
        }
    }
}
