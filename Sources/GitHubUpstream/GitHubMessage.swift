import JSONCore

/// The body of GitHub's errors: a message and, for 422, what is wrong with which field.
package struct GitHubMessage: Decodable {
    package struct FieldError: Decodable {
        package let field: String?
        package let code: String?
        package let message: String?

        private enum CodingKeys: String, CodingKey {
            case field, code, message
        }

        /// GitHub sends objects and, at some endpoints, plain strings.
        package init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                (field, code, message) = (nil, nil, text.cut(to: longestText))
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = { (key: CodingKeys) throws in
                try container.decodeIfPresent(String.self, forKey: key)?.cut(to: longestText)
            }
            (field, code, message) = (try text(.field), try text(.code), try text(.message))
        }

        /// GitHub's own words, otherwise the meaning of its code; nil if there is neither.
        package var sentence: String? {
            if let message { return message }
            return switch code {
            case "missing": "GitHub says that it does not exist"
            case "missing_field": "GitHub says that it is missing"
            case "invalid": "GitHub says that it is not valid"
            case "already_exists": "GitHub says that it exists already"
            case let code?: "GitHub says: \(code)"
            case nil: nil
            }
        }
    }

    package let message: String?
    package private(set) var documentationURL: String?
    package private(set) var errors: [FieldError] = []
    /// It says why something was taken down.
    package private(set) var isBlock = false

    private enum CodingKeys: String, CodingKey {
        case message, errors, block
        case documentationURL = "documentation_url"
    }

    /// Most characters of a text that is shown to people.
    private static let longestText = 300

    /// Reads any body: if it is not GitHub's JSON, its first line is the message. Texts are cut to
    /// 300 characters.
    package init(body: [UInt8]) {
        if let decoded = try? JSONTextDecoder().decode(GitHubMessage.self, from: body) {
            self = decoded
            return
        }
        let text = String(decoding: body.prefix(2_000), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.trimmingPrefix(while: \.isWhitespace)
        }
        let line = lines.first { !$0.isEmpty && !$0.hasPrefix("<") }
        message = line?.cut(to: Self.longestText)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = (try? container.decodeIfPresent(String.self, forKey: .message))?
            .cut(to: Self.longestText)
        documentationURL = try? container.decodeIfPresent(String.self, forKey: .documentationURL)
        errors =
            (try? container.decodeIfPresent(LossyList<FieldError>.self, forKey: .errors))?.items
            ?? []
        isBlock = container.contains(.block)
    }
}
