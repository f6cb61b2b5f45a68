import FoundationEssentials
import HTTPCache
import HTTPCore

/// The outcome of a fetch without a response to share, as sent to the waiting servers.
///
/// It carries its time and the lease under which it was fetched, so that only those who wait for
/// that lease believe it. Without a seal it says no more than that the wait is over.
enum SealedOutcome {
    /// What the waiting servers compare.
    struct Place {
        /// The token of the lease.
        let lease: String
        let seal: Seal

        /// Older servers do not open it.
        fileprivate static let part = "o2"
    }

    private enum Kind: UInt8 {
        case unshared, response, rateLimited, unavailable, invalidBody
    }

    /// Longer responses are not passed on: each server asks for itself.
    private static let longestBody = 64 << 10
    private static let longestText = 1_000
    private static let longestWait = RateLimitNotice.longestWait
    private static let statuses = 100..<600
    private static let mostAttempts = 100

    /// - Parameter time: by the engine's clock never too early.
    static func close(
        _ outcome: SharedOutcome, at time: SealedTime, _ place: Place
    ) -> [UInt8]? {
        var isOfUpstream = place.seal.isAuthentic
        // The other servers have memory of their own.
        if case .failure(.invalidBody(_, HTTPTransportError.noMemory)) = outcome {
            isOfUpstream = false
        }
        var writer = ByteWriter()
        writer.write(time)
        writer.write(place.lease)
        guard write(isOfUpstream ? outcome : .unshared, to: &writer) else { return nil }
        return place.seal.close(writer.bytes, Place.part)
    }

    /// Nil for bytes that were not sent by a server of this epoch, about this question, by the
    /// holder of this lease and since `begin`.
    static func open(
        _ bytes: [UInt8], _ place: Place, since begin: EngineTime, at date: Date
    ) -> SharedOutcome? {
        guard let opened = place.seal.open(bytes, Place.part) else { return nil }
        var reader = ByteReader(opened)
        guard let time = SealedTime(&reader), time.isNew(since: begin, at: date),
            reader.text() == place.lease,
            let kind = reader.number(UInt8.self).flatMap({ Kind(rawValue: $0) }),
            let outcome = outcome(kind, &reader), reader.isAtEnd
        else { return nil }
        return place.seal.isAuthentic ? outcome : .unshared
    }

    /// - Returns: whether the outcome is for others.
    private static func write(_ outcome: SharedOutcome, to writer: inout ByteWriter) -> Bool {
        switch outcome {
        case .response(let content) where content.body.count > longestBody:
            return write(.unshared, to: &writer)
        case .unshared: writer.write(Kind.unshared.rawValue)
        case .response(let content):
            writer.write(Kind.response.rawValue)
            writer.write(UInt16(clamping: content.status))
            writer.write(content.fields)
            writer.write(bytes: content.body)
        case .failure(.rateLimited(let notice)):
            writer.write(Kind.rateLimited.rawValue)
            writer.write(notice.resource)
            writer.write(Int64(notice.limit ?? -1))
            writer.write(Int64(notice.remaining ?? -1))
            writer.write(notice.resetAt.map { Int64($0.timeIntervalSinceNow.rounded(.up)) } ?? -1)
            writer.write(Int64(notice.retryAfter))
            writer.write(UInt8(notice.isSecondary ? 1 : 0))
        case .failure(.unavailable(let failure)):
            writer.write(Kind.unavailable.rawValue)
            writer.write(failure.cause.rawValue)
            writer.write(Int64(failure.status ?? -1))
            writer.write(Int64(failure.attempts))
            writer.write(Int64(failure.retryAfter ?? -1))
            writer.write(UInt8(failure.isUnconnected ? 1 : 0))
        case .failure(.invalidBody(let status, let reason)):
            writer.write(Kind.invalidBody.rawValue)
            writer.write(Int64(status))
            writer.write(reason)
        case .failure(.offline), .failure(.cancelled): return false
        }
        return true
    }

    private static func outcome(_ kind: Kind, _ reader: inout ByteReader) -> SharedOutcome? {
        switch kind {
        case .unshared: return .unshared
        case .response:
            guard let status = reader.number(UInt16.self), (300..<500).contains(status),
                let fields = reader.fields(), let body = reader.bytes(), body.count <= longestBody
            else { return nil }
            return .response(SharedContent(status: Int(status), fields: fields, body: body))
        case .rateLimited:
            guard let resource = text(&reader), let limit = reader.count(),
                let remaining = reader.count(), let reset = reader.number(Int64.self),
                reset <= longestWait, case let retryAfter?? = reader.count(),
                (1...longestWait).contains(retryAfter), let isSecondary = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .rateLimited(
                    RateLimitNotice(
                        resource: resource, limit: limit, remaining: remaining,
                        resetAt: reset < 0 ? nil : Date.now.addingTimeInterval(Double(reset)),
                        retryAfter: retryAfter, isSecondary: isSecondary == 1)))
        case .unavailable:
            guard let cause = reader.text().flatMap({ UpstreamFailure.Cause(rawValue: $0) }),
                let status = reader.count(), status.map(statuses.contains) ?? true,
                case let attempts?? = reader.count(), (1...mostAttempts).contains(attempts),
                let retryAfter = reader.count(), let isUnconnected = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .unavailable(
                    UpstreamFailure(
                        cause: cause, status: status, attempts: attempts,
                        retryAfter: retryAfter.map { min($0, longestWait) },
                        isUnconnected: isUnconnected == 1)))
        case .invalidBody:
            guard case let status?? = reader.count(), statuses.contains(status),
                let reason = text(&reader)
            else { return nil }
            return .failure(.invalidBody(status: status, reason: reason))
        }
    }

    private static func text(_ reader: inout ByteReader) -> String? {
        reader.text().flatMap { $0.utf8.count <= longestText ? $0 : nil }
    }
}
