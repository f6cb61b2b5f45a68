/// Why a text is not the address of an engine.
///
/// No case contains a part of the text, because a password may be anywhere in it.
package enum RedisURLError: Error, Hashable, Sendable {
    case scheme
    case host
    case port
    case database
    /// A path that is empty, relative or too long for a socket.
    case socketPath
    /// A percent sign without two hexadecimal digits after it, or bytes that are not UTF-8.
    case percentEncoding
    /// A query or a fragment.
    case trailing
}

extension RedisURLError: CustomStringConvertible {
    package var description: String {
        let fault =
            switch self {
            case .scheme: "the scheme is another one"
            case .host: "the host is missing or malformed"
            case .port: "the port is not a number from 1 to 65535"
            case .database: "the database is not a number from 0 to 1000000"
            case .socketPath: "the socket's path is not absolute, or longer than 107 bytes"
            case .percentEncoding: "a percent sign is not followed by two hexadecimal digits"
            case .trailing: "it has a query or a fragment"
            }
        return
            "expected redis://[USER@]HOST[:PORT][/DB], rediss://[USER@]HOST[:PORT][/DB] or unix:PATH; \(fault)"
    }
}
