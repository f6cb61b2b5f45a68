import JSONCore
package import JSONSchema

/// The kind of an error, for programs: `error.data.kind`.
///
/// One case for each row of the error table. A case knows its JSON-RPC code, whether the same
/// request may succeed later, and which members its `data` has.
package enum ErrorKind: String, CaseIterable, Sendable {
    case parseError, invalidRequest, methodNotFound, invalidParams, internalError
    case unauthorized, forbidden, notFound, rateLimited
    case upstreamInvalid, upstreamUnavailable, deadlineExceeded, offline, cancelled

    /// JSON-RPC reserves -32768 to -32000; other codes are 1000 plus the HTTP status, if one fits.
    package var code: Int {
        switch self {
        case .parseError: -32700
        case .invalidRequest: -32600
        case .methodNotFound: -32601
        case .invalidParams: -32602
        case .internalError: -32603
        case .unauthorized: 1401
        case .forbidden: 1403
        case .notFound: 1404
        case .rateLimited: 1429
        case .upstreamInvalid: 1502
        case .upstreamUnavailable: 1503
        case .deadlineExceeded: 1504
        case .offline: 1510
        case .cancelled: -32800
        }
    }

    /// Whether the same request may succeed later.
    package var isRetryable: Bool {
        switch self {
        case .rateLimited, .upstreamInvalid, .upstreamUnavailable, .deadlineExceeded: true
        default: false
        }
    }

    package var summary: String {
        switch self {
        case .parseError: "The message is not JSON, or its frame is broken."
        case .invalidRequest: "The JSON is not a JSON-RPC 2.0 request."
        case .methodNotFound: "There is no such method."
        case .invalidParams: "A param is missing, unknown or against its schema."
        case .internalError: "A defect of this server. The log has the details under `incident`."
        case .unauthorized: "Credentials are missing or not accepted, GitHub's or this server's."
        case .forbidden: "GitHub does not let this identity see it."
        case .notFound: "GitHub has no such user or repository."
        case .rateLimited: "GitHub's rate limit is used up."
        case .upstreamInvalid: "GitHub answered with something other than the expected JSON."
        case .upstreamUnavailable: "GitHub could not be reached."
        case .deadlineExceeded: "The request took longer than --request-timeout."
        case .offline: "It is not in the cache, and --offline is set."
        case .cancelled: "The client cancelled the request."
        }
    }

    /// The members of `data` besides `kind` and `retryable`.
    var members: [Property] {
        switch self {
        case .parseError:
            [.optional("offset", .integer(0...), "Bytes into the message.")]
        case .invalidRequest, .cancelled, .offline:
            []
        case .methodNotFound:
            [
                .required("method", .string(), "The name that was asked for."),
                .optional("suggestion", .string(), "The nearest name there is."),
            ]
        case .invalidParams:
            [.required("errors", .array(of: Self.paramError), "One for each param at fault.")]
        case .internalError:
            [.required("incident", .string(), "The id that is in the log.")]
        case .unauthorized:
            [.optional("status", .integer(), "GitHub's HTTP status.")]
        case .forbidden:
            [
                .required("status", .integer(), "GitHub's HTTP status: 403 or 451."),
                .required("message", .string(), "GitHub's own words."),
            ]
        case .notFound:
            [
                .required("status", .integer(), "GitHub's HTTP status."),
                .required("resource", .string(), "What was asked for."),
            ]
        case .rateLimited:
            [
                .required("resource", .string(), "GitHub's name of the budget: core, search."),
                .optional("limit", .integer(0...), "Requests per window."),
                .optional("remaining", .integer(0...), "Requests left in this window."),
                .optional("resetAt", .string(format: "date-time"), "When the window ends."),
                .required("retryAfterSeconds", .integer(1...3_600), "Wait at least this long."),
                .required("secondary", .boolean, "GitHub's limit on speed, not the hourly one."),
            ]
        case .upstreamInvalid:
            [
                .required("status", .integer(), "GitHub's HTTP status."),
                .required("reason", .string(), "What is wrong with the body."),
            ]
        case .upstreamUnavailable:
            [
                .required(
                    "cause",
                    .enumeration(["dns", "connect", "tls", "timeout", "reset", "http"]),
                    "How it failed."),
                .optional("status", .integer(), "The HTTP status, where the cause is http."),
                .required("attempts", .integer(0...), "Requests that were sent in vain."),
            ]
        case .deadlineExceeded:
            [.required("seconds", .number(), "The limit that was passed.")]
        }
    }

    private static let paramError = Schema.object([
        .required("path", .string(), "JSON Pointer to the param, by name: `/count`."),
        .required("message", .string(), "What was expected, and what was found."),
    ]).titled("ParamError")

    /// The schema of `error.data`; open, so that members can be added.
    package var dataSchema: Schema {
        var properties: [Property] = [
            .required("kind", .const(.string(rawValue)), "The kind of error."),
            .required("retryable", .boolean, "Whether the same request may succeed later."),
        ]
        properties += members
        if code >= 1000 {
            properties.append(
                .optional(
                    "profileUrl", .string(format: "uri"),
                    "Page on GitHub of the user or repository in question, to open instead."))
        }
        return .object(properties)
    }
}

extension ErrorKind {
    /// The errors of every method.
    static let ofEveryMethod: [ErrorKind] = [
        .invalidParams, .deadlineExceeded, .cancelled, .internalError,
    ]

    /// The errors of every method that asks GitHub.
    static let ofExplorerMethods: [ErrorKind] = [
        .unauthorized, .forbidden, .rateLimited, .upstreamInvalid, .upstreamUnavailable, .offline,
    ]
}
