package import HTTPTypes

/// The `Cache-Control` directives of a response or a request.
///
/// A directive that names fields (`no-cache="Set-Cookie"`) counts as the one without. Numbers are in
/// seconds.
///
/// - SeeAlso: RFC 9111, section 5.2; RFC 5861; RFC 8246.
package struct CacheControl: Hashable, Sendable {
    /// 0 if the value is not a decimal number; the smallest of several values.
    package private(set) var maxAge: Int?
    /// The same for shared caches.
    package private(set) var sharedMaxAge: Int?
    /// Of a response: whether it may be stored, but not used without asking upstream. Of a request: whether
    /// upstream must be asked.
    package private(set) var isNoCache = false
    package private(set) var isNoStore = false
    /// Not for shared caches.
    package private(set) var isPrivate = false
    package private(set) var isPublic = false
    package private(set) var isImmutable = false
    package private(set) var mustUnderstand = false
    /// Of a response: it may not be used stale, also not by a shared cache.
    package private(set) var mustRevalidate = false
    package private(set) var proxyMustRevalidate = false
    package private(set) var staleWhileRevalidate = 0
    package private(set) var staleIfError = 0
    /// Of a request; without a number, any staleness.
    package private(set) var maxStale: Int?
    package private(set) var minFresh: Int?
    package private(set) var onlyIfCached = false

    package init(_ fields: HTTPFields) {
        for directive in Self.members(of: fields[.cacheControl] ?? "") {
            let parts = directive.split(separator: "=", maxSplits: 1)
            let argument = parts.count == 2 ? parts[1].trimmingBlanks() : nil
            let seconds = argument.flatMap(Self.seconds)
            switch parts.first?.trimmingBlanks().lowercased() {
            case "max-age": maxAge = min(maxAge ?? .max, seconds ?? 0)
            case "s-maxage": sharedMaxAge = min(sharedMaxAge ?? .max, seconds ?? 0)
            case "no-cache": isNoCache = true
            case "no-store": isNoStore = true
            case "private": isPrivate = true
            case "public": isPublic = true
            case "immutable": isImmutable = true
            case "must-understand": mustUnderstand = true
            case "must-revalidate": mustRevalidate = true
            case "proxy-revalidate": proxyMustRevalidate = true
            case "stale-while-revalidate": staleWhileRevalidate = seconds ?? 0
            case "stale-if-error": staleIfError = seconds ?? 0
            case "max-stale": maxStale = argument == nil ? 1 << 31 : seconds ?? 0
            case "min-fresh": minFresh = seconds
            case "only-if-cached": onlyIfCached = true
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

    /// Splits a list at commas that are not inside a quoted string.
    static func members(of list: String) -> [Substring] {
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
