import HTTPCore
import JSONCore
package import JSONSchema

/// The kind of an error, for programs: `error.data.kind`. The error table: one row per case.
package enum ErrorKind: String, CaseIterable, Sendable {
    case parseError, invalidRequest, methodNotFound, invalidParams, internalError
    case unauthorized, forbidden, notFound, rateLimited
    case upstreamInvalid, upstreamUnavailable, deadlineExceeded, offline, cancelled

    private struct Row {
        /// JSON-RPC reserves -32768 to -32000; others are 1000 plus an HTTP status, if one fits.
        let code: Int
        let summary: String
        var isRetryable = false
        /// Whether a sign-in may help, which clients then offer.
        var signInHelps = false
        /// The members of `data` besides `kind` and `retryable`.
        var members: [Property] = []
    }

    private var row: Row {
        switch self {
        case .parseError:
            Row(
                code: -32700, summary: "The message is not JSON, or its frame is broken.",
                members: [.optional("offset", .integer(0...), "Bytes into the message.")])
        case .invalidRequest:
            Row(code: -32600, summary: "The JSON is not a JSON-RPC 2.0 request.")
        case .methodNotFound:
            Row(
                code: -32601, summary: "There is no such method.",
                members: [
                    .required("method", .string(), "The requested name."),
                    .optional("suggestion", .string(), "The most similar name."),
                ])
        case .invalidParams:
            Row(
                code: -32602, summary: "A param is missing, unknown or does not match its schema.",
                members: [
                    .required(
                        "errors", .array(of: Self.paramError), "One for each invalid param.")
                ])
        case .internalError:
            Row(
                code: -32603,
                summary: "A defect of this server. The log has the details under `incident`.",
                members: [.required("incident", .string(), "The id that is in the log.")])
        case .unauthorized:
            Row(
                code: 1401,
                summary: "Credentials are missing or not accepted, GitHub's or this server's.",
                signInHelps: true,
                members: [
                    .optional("status", .integer(), "GitHub's HTTP status."),
                    .optional(
                        "tokenUrl", .string(format: "uri"),
                        "Page on which to make a token, if the server cannot sign in by code."),
                ])
        case .forbidden:
            Row(
                code: 1403, summary: "GitHub does not let this identity see it.",
                signInHelps: true,
                members: [
                    .required("status", .integer(), "GitHub's HTTP status: 403 or 451."),
                    .required("message", .string(), "GitHub's message."),
                ])
        case .notFound:
            Row(
                code: 1404, summary: "GitHub has no such user or repository.",
                members: [
                    .required("status", .integer(), "GitHub's HTTP status."),
                    .required("resource", .string(), "What was requested."),
                ])
        case .rateLimited:
            Row(
                code: 1429, summary: "GitHub's rate limit is used up.", isRetryable: true,
                signInHelps: true,
                members: [
                    .required("resource", .string(), "GitHub's name of the budget: core, search."),
                    .optional("limit", .integer(0...), "Requests per window."),
                    .optional("remaining", .integer(0...), "Requests left in this window."),
                    .optional("resetAt", .string(format: "date-time"), "When the window ends."),
                    .required(
                        "retryAfterSeconds", .integer(1...RateLimitNotice.longestWait),
                        "Wait at least this long."),
                    .required(
                        "secondary", .boolean,
                        "Whether this is GitHub's secondary limit, not the hourly one."),
                ])
        case .upstreamInvalid:
            Row(
                code: 1502,
                summary: "GitHub answered with something other than the expected JSON.",
                isRetryable: true,
                members: [
                    .required("status", .integer(), "GitHub's HTTP status."),
                    .required("reason", .string(), "The problem with the body."),
                ])
        case .upstreamUnavailable:
            Row(
                code: 1503, summary: "GitHub could not be reached.", isRetryable: true,
                members: [
                    .required("cause", .enumeration(UpstreamFailure.Cause.self), "How it failed."),
                    .optional("status", .integer(), "The HTTP status, if the cause is http."),
                    .required("attempts", .integer(0...), "Requests that failed."),
                ])
        case .deadlineExceeded:
            Row(
                code: 1504, summary: "The request took longer than the server allows.",
                isRetryable: true,
                members: [.required("seconds", .number, "The limit that was exceeded.")])
        case .offline:
            Row(code: 1510, summary: "It is not in the cache, and the server is offline.")
        case .cancelled:
            Row(code: -32800, summary: "The client cancelled the request.")
        }
    }

    /// JSON-RPC and LSP have defined the lower codes.
    static let firstOwnCode = 1000

    package var code: Int { row.code }
    package var summary: String { row.summary }
    /// Whether the same request may succeed later.
    package var isRetryable: Bool { row.isRetryable }
    package var signInHelps: Bool { row.signInHelps }

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
        properties += row.members
        if code >= Self.firstOwnCode {
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
