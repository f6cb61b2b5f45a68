package import HTTPTypes

/// The `Cache-Control` directives of a response that a private cache obeys.
///
/// `public`, `private` and `s-maxage` are for shared caches and have no effect. A directive that
/// names fields (`no-cache="Set-Cookie"`) counts as the one without.
///
/// - SeeAlso: RFC 9111, section 5.2.2.
package struct CacheControl: Hashable, Sendable {
    /// In seconds. 0 if the value is not a decimal number; the smallest of several values.
    package private(set) var maxAge: Int?
    /// Whether the response may be stored, but not used without asking upstream.
    package private(set) var isNoCache = false
    package private(set) var isNoStore = false

    package init(_ fields: HTTPFields) {
        for directive in Self.directives(fields[.cacheControl] ?? "") {
            let parts = directive.split(separator: "=", maxSplits: 1)
            let argument = parts.count == 2 ? parts[1].trimmingBlanks() : nil
            switch parts.first?.trimmingBlanks().lowercased() {
            case "max-age": maxAge = min(maxAge ?? .max, Self.seconds(argument ?? "") ?? 0)
            case "no-cache": isNoCache = true
            case "no-store": isNoStore = true
            default: continue
            }
        }
    }

    /// Parses delta-seconds (section 1.2.2): digits only; a number that is too large is 2^31.
    static func seconds(_ text: Substring) -> Int? {
        var digits = text
        // Section 5.2: a recipient also accepts the quoted form.
        if digits.count >= 2, digits.first == "\"", digits.last == "\"" {
            digits = digits.dropFirst().dropLast()
        }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int(digits) ?? .max, 1 << 31)
    }

    /// Splits the list at commas that are not inside a quoted string.
    private static func directives(_ list: String) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        return list.split { character in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            return character == "," && !isQuoted
        }
    }
}

extension Substring {
    /// Removes spaces and tabs at both ends (RFC 9110, `OWS`).
    func trimmingBlanks() -> Substring {
        let blanks: [Character] = [" ", "\t"]
        let tail = drop { blanks.contains($0) }
        guard let last = tail.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return tail[...last]
    }
}
