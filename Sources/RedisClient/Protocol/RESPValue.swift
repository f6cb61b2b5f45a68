/// A value of the Redis serialization protocol, version 3 (RESP3), as the engine sends it.
///
/// Types that a caller need not distinguish share a case.
package enum RESPValue: Sendable, Hashable {
    case null
    case number(Int64)
    /// Also a large number, a double or a boolean, as it was sent.
    case simpleString(String)
    /// Its first word is a code such as `WRONGPASS`, the rest is for people.
    case error(String)
    /// Also a verbatim string, without its format.
    case blobString([UInt8])
    /// Also a set, and a map, whose keys and values alternate.
    case array([RESPValue])
    /// Sent by the engine without a command, such as a message of a channel.
    case push([RESPValue])
}

extension RESPValue {
    /// The bytes of a string of either kind.
    package var bytes: [UInt8]? {
        switch self {
        case .blobString(let bytes): bytes
        case .simpleString(let text): Array(text.utf8)
        default: nil
        }
    }

    /// The text of a string of either kind; bytes that are not UTF-8 are replaced.
    package var text: String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A number, also if it was sent as decimal digits in a string.
    package var integer: Int64? {
        if case .number(let number) = self { return number }
        return text.flatMap { Int64($0) }
    }

    package var elements: [RESPValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The error's code, its first word: `OOM`, `NOPERM`.
    package var errorCode: Substring? {
        guard case .error(let text) = self else { return nil }
        return text.prefix { $0 != " " }
    }

    /// The engine has no memory left for what the command would write.
    package var isOutOfMemory: Bool { isError("OOM") }

    /// The engine refuses the command whatever its arguments are: it accepts no writes, does not know
    /// the command, or does not permit it.
    package var isRefusal: Bool {
        guard case .error(let words) = self else { return false }
        let codes = [
            "READONLY", "NOREPLICAS", "MISCONF", "NOPERM", "NOAUTH", "MASTERDOWN", "LOADING",
            "BUSY",
        ]
        let sentences = [
            "unknown command", "unknown redis command", "acl failure",
            "can't run this command",
        ]
        return codes.contains(where: isError)
            || errorCode == "ERR" && sentences.contains { words.lowercased().contains($0) }
    }

    /// The command that the engine does not have, if that is why it replied with an error.
    package var unknownCommand: String? {
        // ERR unknown command 'SCAN', with args beginning with: ... Redis 6 has backquotes.
        guard case .error(let words) = self, words.hasPrefix("ERR unknown command") else {
            return nil
        }
        let parts = words.split(maxSplits: 2) { "'`".contains($0) }
        return parts.count > 1 ? String(parts[1].prefix(40)).uppercased() : ""
    }

    /// Whether it is an error with this code, in a script's error, too: Redis 6 quotes that of the
    /// command, `ERR Error running script (...): -OOM command not allowed`.
    private func isError(_ code: String) -> Bool {
        guard case .error(let words) = self else { return false }
        return errorCode == code[...] || errorCode == "ERR" && words.contains(": -\(code) ")
    }

    /// The value of a map's first member of that name.
    package subscript(name: String) -> RESPValue? {
        guard let members = elements else { return nil }
        let keys = stride(from: 0, to: members.count - 1, by: 2)
        return keys.first { members[$0].text == name }.map { members[$0 + 1] }
    }
}
