import ExplorerRPC
import HTTPServer
import JSONCore
import NIOHTTP1
import Testing

@testable import HTTPFront

@Suite struct AvatarEndpointTests {
    @Test func `each kind of error has a status`() {
        let statuses = ErrorKind.allCases.map { kind in
            AvatarEndpoint.refusal(["message": "m", "data": ["kind": .string(kind.rawValue)]])
                .status
        }
        let expected: [ErrorKind: UInt] = [
            .invalidParams: 400, .notFound: 404, .rateLimited: 429, .upstreamUnavailable: 503,
            .offline: 503, .upstreamInvalid: 502, .forbidden: 502, .unauthorized: 502,
            .deadlineExceeded: 504, .internalError: 500,
        ]
        for (kind, status) in zip(ErrorKind.allCases, statuses) {
            if let code = expected[kind] { #expect(status.code == code, "\(kind)") }
            #expect(status.code >= 400)
        }
    }

    @Test func `the sentence and the time to wait are passed on`() {
        let refusal = AvatarEndpoint.refusal([
            "message": "Wait.", "data": ["kind": "rateLimited", "retryAfterSeconds": 7],
        ])
        #expect(refusal.sentence == "Wait." && refusal.fields["retry-after"] == ["7"])
        #expect(AvatarEndpoint.refusal(nil).status == .serviceUnavailable)
    }
}
