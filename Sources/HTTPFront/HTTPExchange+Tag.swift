import Crypto
import HTTPServer
import NIOCore
import NIOHTTP1

extension HTTPExchange {
    /// Answers with a body and its validator, 304 to a client that has it, or 412 to one that wants
    /// another (RFC 9110, sections 8.8.3, 13.1.1 and 13.1.2).
    ///
    /// - Parameter taken: called when the socket has taken the answer.
    func answer(
        _ body: ByteBuffer, _ fields: HTTPHeaders, _ status: HTTPResponseStatus = .ok,
        taken: (() -> Void)? = nil
    ) {
        var hash = SHA256()
        body.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
        let digits = hash.finalize().prefix(16).map { String($0, radix: 16) }
        let tag = "\"\(digits.joined(separator: "-"))\""
        var fields = fields
        fields.add(name: "ETag", value: tag)
        // Conditions are for what would be found (RFC 9110, section 13.2.1).
        guard status == .ok else { return respond(status, fields, body, taken: taken) }
        let wanted = head.headers[canonicalForm: "if-match"]
        guard wanted.isEmpty || wanted.contains(where: { $0 == "*" || $0 == tag }) else {
            refuse(HTTPRefusal(.preconditionFailed, "It has another ETag; ask without If-Match."))
            taken?()
            return
        }
        let isKnown = head.headers[canonicalForm: "if-none-match"].contains {
            $0 == "*" || $0 == tag || $0 == "W/\(tag)"
        }
        respond(isKnown ? .notModified : .ok, fields, isKnown ? nil : body, taken: taken)
    }
}
