/// Why a text is not the address of an engine.
///
/// No case contains a part of the text, because a password may be anywhere in it.
package enum RedisURLError: String, Error, CustomStringConvertible {
    case scheme = "unknown scheme"
    case host = "missing or malformed host"
    case port = "the port is not a number from 1 to 65535"
    case database = "the database is not a number from 0 to 1000000"
    case socketPath = "the socket's path is not absolute, or longer than 107 bytes"
    /// Also bytes that are not UTF-8.
    case percentEncoding = "a percent sign is not followed by two hexadecimal digits"
    /// A query or a fragment.
    case trailing = "it has a query or a fragment"

    package var description: String {
        "expected redis://[USER@]HOST[:PORT][/DB], rediss://[USER@]HOST[:PORT][/DB] or unix:PATH; \(rawValue)"
    }
}
