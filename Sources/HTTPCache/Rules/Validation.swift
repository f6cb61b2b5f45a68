package import HTTPTypes

/// Asks upstream whether a stored response is still valid, and applies the reply.
///
/// - SeeAlso: RFC 9111, section 4.3.
package enum Validation {
    /// The request's fields with a condition: the stored `ETag` as it was sent, including `W/`, or
    /// otherwise the stored `Last-Modified`. Without either, the fields are unchanged.
    ///
    /// Entity tags of the client's own responses are kept.
    package static func conditional(_ request: HTTPFields, on stored: HTTPFields) -> HTTPFields {
        var fields = request
        if let tag = stored[.eTag] {
            let own = fields[.ifNoneMatch].flatMap { $0 == "*" ? nil : $0 }
            fields[.ifNoneMatch] = ([tag] + [own].compactMap(\.self)).joined(separator: ", ")
            fields[.ifModifiedSince] = nil
        } else if let date = stored[.lastModified] {
            fields[.ifModifiedSince] = date
        }
        return fields
    }

    /// Whether a 304 concerns the stored response: it has the same entity tag, compared weakly (RFC
    /// 9110, section 8.8.3.2), or none.
    ///
    /// - Parameter isAmbiguous: whether the request also named responses of the client's: then a 304
    ///   without a tag may concern one of those.
    package static func confirms(
        _ notModified: HTTPFields, _ stored: HTTPFields, isAmbiguous: Bool = false
    ) -> Bool {
        guard let theirs = notModified[.eTag], let ours = stored[.eTag] else { return !isAmbiguous }
        return opaque(theirs) == opaque(ours)
    }

    /// The stored fields, updated by those of a 304 (section 3.2).
    ///
    /// Fields about the content stay, as does the stored `ETag`: GitHub's 304 omits the `W/`. `Age`
    /// is removed if the 304 has none, because it belongs to the earlier response.
    package static func updated(_ stored: HTTPFields, by notModified: HTTPFields) -> HTTPFields {
        var fields = stored
        fields[.age] = nil
        let update = Storability.storableFields(notModified)
        for name in Set(update.map(\.name)) where !describesContent.contains(name) {
            if name == .eTag, stored.contains(.eTag) { continue }
            fields[fields: name] = update[fields: name]
        }
        return fields
    }

    static let describesContent: Set<HTTPField.Name> = [
        .contentLength, .contentEncoding, .contentType, .contentRange,
    ]

    /// An entity tag without `W/`.
    static func opaque(_ tag: String) -> Substring {
        let text = tag[...].trimmingBlanks()
        return text.hasPrefix("W/") ? text.dropFirst(2) : text
    }
}
