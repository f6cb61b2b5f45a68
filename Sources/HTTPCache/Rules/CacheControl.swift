import HTTPTypes

/// The `Cache-Control` directives of a response that a private cache obeys.
///
/// `public`, `private` and `s-maxage` are for shared caches and change nothing here. A directive
/// that names fields (`no-cache="Set-Cookie"`) counts as the one without.
///
/// - SeeAlso: RFC 9111, section 5.2.2.
package struct CacheControl: Hashable, Sendable {
    /// In seconds. 0 for a value that is not a decimal number; the smallest of several.
    package private(set) var maxAge: Int?
    /// May be stored, but not used without asking upstream.
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

    /// Reads delta-seconds (section 1.2.2): a number too large to count is 2^31, digits only.
    static func seconds(_ text: Substring) -> Int? {
        var digits = text
        // Section 5.2: a recipient takes the quoted form, too.
        if digits.count >= 2, digits.first == "\"", digits.last == "\"" {
            digits = digits.dropFirst().dropLast()
        }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int(digits) ?? .max, 1 << 31)
    }

    /// Cuts the list at commas that are not inside a quoted string.
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
    /// Without spaces and tabs at either end (RFC 9110, `OWS`).
    func trimmingBlanks() -> Substring {
        let blanks: [Character] = [" ", "\t"]
        let tail = drop { blanks.contains($0) }
        guard let last = tail.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return tail[...last]
    }
}
