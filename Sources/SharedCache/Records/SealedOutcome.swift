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
    /// In seconds. GitHub's resets are at most an hour away.
    private static let longestWait: Int64 = 3_600

    static func close(
        _ outcome: SharedOutcome, _ keys: IdentityKeys, question: String
    ) -> [UInt8]? {
        bytes(of: outcome).flatMap { Seal(keys, question: question, part: "o").close($0) }
    }

    /// Nil for bytes that were not sent by a server of this epoch about this question.
    static func open(_ bytes: [UInt8], _ keys: IdentityKeys, question: String) -> SharedOutcome? {
        guard let opened = Seal(keys, question: question, part: "o").open(bytes) else { return nil }
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
            guard let resource = reader.text(), let limit = count(&reader),
                let remaining = count(&reader), let reset = reader.number(Int64.self),
                reset <= longestWait, let retryAfter = reader.number(Int64.self),
                (1...longestWait).contains(retryAfter), let isSecondary = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .rateLimited(
                    RateLimitNotice(
                        resource: resource, limit: limit.value, remaining: remaining.value,
                        resetAt: reset < 0 ? nil : Date.now.addingTimeInterval(Double(reset)),
                        retryAfter: Int(retryAfter), isSecondary: isSecondary == 1)))
        case .unavailable:
            guard let cause = reader.text().flatMap({ UpstreamFailure.Cause(rawValue: $0) }),
                let status = count(&reader), let attempts = count(&reader)?.value,
                let retryAfter = count(&reader), let isUnconnected = reader.number(UInt8.self)
            else { return nil }
            return .failure(
                .unavailable(
                    UpstreamFailure(
                        cause: cause, status: status.value, attempts: attempts,
                        retryAfter: retryAfter.value, isUnconnected: isUnconnected == 1)))
        case .invalidBody:
            guard let status = count(&reader)?.value, let reason = reader.text() else {
                return nil
            }
            return .failure(.invalidBody(status: status, reason: reason))
        }
    }

    /// A count, or -1 for none.
    private static func count(_ reader: inout ByteReader) -> (value: Int?, Void)? {
        guard let number = reader.number(Int64.self), (-1...1 << 53).contains(number) else {
            return nil
        }
        return (number < 0 ? nil : Int(number), ())
    }
}
