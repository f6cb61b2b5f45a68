import FoundationEssentials
import HTTPCache
import HTTPCore

/// The outcome of a fetch without a response to share, as sent to the waiting servers.
enum SealedOutcome {
    private enum Kind: UInt8 {
        case unshared, response, rateLimited, unavailable, invalidBody
    }

    /// Longer responses are not passed on: each server asks for itself.
    private static let longestBody = 64 << 10
    private static let longestWait = Int64(RateLimitNotice.longestWait)

    static func close(_ outcome: SharedOutcome, _ seal: Seal) -> [UInt8]? {
        bytes(of: outcome).flatMap { seal.close($0, "o") }
    }

    /// Nil for bytes that were not sent by a server of this epoch about this question.
    static func open(_ bytes: [UInt8], _ seal: Seal) -> SharedOutcome? {
        guard let opened = seal.open(bytes, "o") else { return nil }
        var reader = ByteReader(opened)
        guard let kind = reader.number(UInt8.self).flatMap({ Kind(rawValue: $0) }),
            let outcome = outcome(kind, &reader), reader.isAtEnd
        else { return nil }
        return outcome
    }

    private static func bytes(of outcome: SharedOutcome) -> [UInt8]? {
        var writer = ByteWriter()
        switch outcome {
        case .unshared: writer.write(Kind.unshared.rawValue)
        case .response(let content):
            guard content.body.count <= longestBody else { return bytes(of: .unshared) }
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
        case .failure(.offline), .failure(.cancelled): return nil
        }
        return writer.bytes
    }

    private static func outcome(_ kind: Kind, _ reader: inout ByteReader) -> SharedOutcome? {
        switch kind {
        case .unshared: return .unshared
        case .response:
            guard let status = reader.number(UInt16.self), (300..<500).contains(status),
                let fields = reader.fields(), let body = reader.bytes()
            else { return nil }
            return .response(SharedContent(status: Int(status), fields: fields, body: body))
        case .rateLimited:
            guard let resource = reader.text(), let limit = reader.count(),
                let remaining = reader.count(), let reset = reader.number(Int64.self),
                reset <= longestWait, let retryAfter = reader.number(Int64.self),
                (1...longestWait).contains(retryAfter), let isSecondary = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .rateLimited(
                    RateLimitNotice(
                        resource: resource, limit: limit, remaining: remaining,
                        resetAt: reset < 0 ? nil : Date.now.addingTimeInterval(Double(reset)),
                        retryAfter: Int(retryAfter), isSecondary: isSecondary == 1)))
        case .unavailable:
            guard let cause = reader.text().flatMap({ UpstreamFailure.Cause(rawValue: $0) }),
                let status = reader.count(), case let attempts?? = reader.count(),
                let retryAfter = reader.count(), let isUnconnected = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .unavailable(
                    UpstreamFailure(
                        cause: cause, status: status, attempts: attempts, retryAfter: retryAfter,
                        isUnconnected: isUnconnected == 1)))
        case .invalidBody:
            guard case let status?? = reader.count(), let reason = reader.text() else {
                return nil
            }
            return .failure(.invalidBody(status: status, reason: reason))
        }
    }
}
