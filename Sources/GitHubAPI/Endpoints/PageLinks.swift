package import HTTPCore

/// The pages that a `Link` field names (RFC 8288), as far as they can be followed.
///
/// Only addresses below `base` are kept: a page on another host, or outside the API's path, is never
/// requested. GitHub's template with braces (`rel="first"` of `/users`) is not an address.
package struct PageLinks: Hashable, Sendable {
    package private(set) var next: WebAddress?
    package private(set) var last: WebAddress?

    package init(_ field: String?, base: WebAddress) {
        var rest = Substring(field ?? "")
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            let parameters = rest.prefix { $0 != "<" }
            guard let address = WebAddress(target), Self.isBelow(base, address) else { continue }
            switch Self.relation(in: parameters) {
            case "next": next = next ?? address
            case "last": last = last ?? address
            default: break
            }
        }
    }

    /// The number of the next page, if there is one. It must come after `page`; otherwise paging
    /// would never end.
    package func nextPage(after page: Int) -> Int? {
        Self.page(next).flatMap { $0 > page ? $0 : nil }
    }

    /// The number of the last page, if GitHub sends it: not on the last page itself.
    package var lastPage: Int? { Self.page(last) }

    /// Highest page number that is accepted: no method takes a higher one.
    package static let maximumPage = 1_000_000

    /// The page number in `address`, in plain digits.
    static func page(_ address: WebAddress?) -> Int? {
        guard let text = address?.value(of: "page"),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            (1...maximumPage).contains(number)
        else { return nil }
        return number
    }

    /// A server may take `..` as the way out of a path.
    private static func isBelow(_ base: WebAddress, _ address: WebAddress) -> Bool {
        address.components(below: base)?.allSatisfy {
            ![".", ".."].contains($0.lowercased().replacing("%2e", with: "."))
        } ?? false
    }

    private static func relation(in parameters: Substring) -> String? {
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," || $0 == " " })
        where parameter.lowercased().hasPrefix("rel=") {
            return parameter.dropFirst(4).filter { $0 != "\"" }.lowercased()
        }
        return nil
    }
}
