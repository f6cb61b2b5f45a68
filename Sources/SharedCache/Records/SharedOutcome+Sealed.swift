import FoundationEssentials
import HTTPCache
import HTTPCore

/// Outcomes as sent to the waiting servers.
///
/// An outcome carries its time and its lease, so that only servers that wait for that lease believe
/// it. Without a seal it only ends the wait.
extension SharedOutcome {
    private enum Kind: UInt8 {
        case unshared, response, rateLimited, unavailable, invalidBody
    }

    /// Older servers do not open it.
    private static let part = "o2"
    /// Longer responses are not passed on: each server asks for itself.
    private static let longestBody = 64 << 10
    private static let longestText = 1_000
    private static let longestWait = RateLimitNotice.longestWait
    private static let statuses = 100...599
    private static let mostAttempts = 100

    /// Nil for an outcome that does not concern other servers. By the engine's clock, `time` is never
    /// too early; `lease` is a token.
    func sealed(at time: SealedTime, lease: String, _ seal: Seal) -> [UInt8]? {
        var writer = ByteWriter()
        writer.write(time)
        writer.write(lease)
        guard (seal.isAuthentic ? self : .unshared).write(to: &writer) else { return nil }
        return seal.close(writer.bytes, Self.part)
    }

    /// Nil for bytes that were not sent by a server of this epoch, about this question, by the
    /// holder of this lease and since `begin`.
    init?(
        _ bytes: [UInt8], lease: String, since begin: EngineTime, at date: Date, _ seal: Seal
    ) {
        guard let opened = seal.open(bytes, Self.part) else { return nil }
        var reader = ByteReader(opened)
        guard let time = SealedTime(&reader), time.isNew(since: begin, at: date),
            reader.text() == lease, let outcome = Self.read(from: &reader), reader.isAtEnd
        else { return nil }
        self = seal.isAuthentic ? outcome : .unshared
    }

    /// - Returns: whether the outcome concerns other servers.
    private func write(to writer: inout ByteWriter) -> Bool {
        switch self {
        case .failure(.offline), .failure(.cancelled): return false
        // The other servers have memory of their own.
        case .unshared, .failure(.invalidBody(_, HTTPTransportError.noMemory)):
            writer.write(Kind.unshared.rawValue)
        case .response(let content) where content.body.count > Self.longestBody:
            writer.write(Kind.unshared.rawValue)
        case .response(let content):
            writer.write(Kind.response.rawValue)
            writer.write(UInt16(clamping: content.status))
            writer.write(content.fields)
            writer.write(bytes: content.body)
        case .failure(.rateLimited(let notice)):
            writer.write(Kind.rateLimited.rawValue)
            writer.write(notice.resource)
            writer.write(optional: notice.limit)
            writer.write(optional: notice.remaining)
            writer.write(
                optional: notice.resetAt.map { Int($0.timeIntervalSinceNow.rounded(.up)) })
            writer.write(optional: notice.retryAfter)
            writer.write(UInt8(notice.isSecondary ? 1 : 0))
        case .failure(.unavailable(let failure)):
            writer.write(Kind.unavailable.rawValue)
            writer.write(failure.cause.rawValue)
            writer.write(optional: failure.status)
            writer.write(optional: failure.attempts)
            writer.write(optional: failure.retryAfter)
            writer.write(UInt8(failure.isUnconnected ? 1 : 0))
        case .failure(.invalidBody(let status, let reason)):
            writer.write(Kind.invalidBody.rawValue)
            writer.write(optional: status)
            writer.write(reason)
        }
        return true
    }

    private static func read(from reader: inout ByteReader) -> SharedOutcome? {
        switch reader.number(UInt8.self).flatMap({ Kind(rawValue: $0) }) {
        case nil: return nil
        case .unshared: return .unshared
        case .response:
            guard let status = reader.number(UInt16.self), (300..<500).contains(status),
                let fields = reader.fields(), let body = reader.bytes(), body.count <= longestBody
            else { return nil }
            return .response(SharedContent(status: Int(status), fields: fields, body: body))
        case .rateLimited:
            guard let resource = text(&reader), let limit = reader.optionalNumber(),
                let remaining = reader.optionalNumber(),
                let reset = reader.number(Int64.self), reset <= longestWait,
                let retryAfter = reader.number(in: 1...longestWait),
                let isSecondary = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .rateLimited(
                    RateLimitNotice(
                        resource: resource, limit: limit, remaining: remaining,
                        resetAt: reset < 0 ? nil : Date.now.addingTimeInterval(Double(reset)),
                        retryAfter: retryAfter, isSecondary: isSecondary == 1)))
        case .unavailable:
            guard let cause = reader.text().flatMap({ UpstreamFailure.Cause(rawValue: $0) }),
                let status = reader.optionalNumber(in: statuses),
                let attempts = reader.number(in: 1...mostAttempts),
                let retryAfter = reader.optionalNumber(),
                let isUnconnected = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .unavailable(
                    UpstreamFailure(
                        cause: cause, status: status, attempts: attempts,
                        retryAfter: retryAfter.map { min($0, longestWait) },
                        isUnconnected: isUnconnected == 1)))
        case .invalidBody:
            guard let status = reader.number(in: statuses), let reason = text(&reader) else {
                return nil
            }
            return .failure(.invalidBody(status: status, reason: reason))
        }
    }

    private static func text(_ reader: inout ByteReader) -> String? {
        reader.text().flatMap { $0.utf8.count <= longestText ? $0 : nil }
    }
}
