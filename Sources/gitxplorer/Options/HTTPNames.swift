/// The names that `--http-host` and `--http-origin` take.
enum HTTPNames {
    /// A host name or address, without a port.
    static func host(_ text: String) throws(CommandError) -> String {
        let shape = /[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]/
        guard text.wholeMatch(of: shape) != nil else {
            throw .usage(
                "--http-host takes a host name without a port, such as example.org, found '\(text)'."
            )
        }
        return text
    }

    /// An origin as browsers send it (RFC 6454, section 6.2): without the scheme's own port.
    static func origin(_ text: String) throws(CommandError) -> String {
        let shape = /(https?):\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/
        let origin = text.lowercased()
        guard let match = origin.wholeMatch(of: shape) else {
            throw .usage(
                "--http-origin takes http:// or https://, a host and perhaps a port, without a path, such as https://example.org, found '\(text)'."
            )
        }
        let isOwnPort = match.2 == (match.1 == "https" ? ":443" : ":80")
        return isOwnPort ? String(origin.dropLast(match.2?.count ?? 0)) : origin
    }
}
