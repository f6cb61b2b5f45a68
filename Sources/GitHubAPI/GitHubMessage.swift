import JSONCore

/// The body of GitHub's errors: a message and, for 422, what is wrong with which field.
struct GitHubMessage: Decodable {
    struct FieldError: Decodable {
        let field: String?
        let code: String?
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case field, code, message
        }

        /// GitHub sends objects and, at some endpoints, plain strings.
        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                (field, code, message) = (nil, nil, text)
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            field = try container.decodeIfPresent(String.self, forKey: .field)
            code = try container.decodeIfPresent(String.self, forKey: .code)
            message = try container.decodeIfPresent(String.self, forKey: .message)
        }

        /// GitHub's own words, or what its code means; nil where there is neither.
        var sentence: String? {
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

    let message: String?
    let documentationURL: String?
    let errors: [FieldError]
    /// It says why something was taken down.
    let isBlock: Bool

    private enum CodingKeys: String, CodingKey {
        case message, errors, block
        case documentationURL = "documentation_url"
    }

    /// Never fails: of a body that is not GitHub's JSON the first line is the message, cut to 300
    /// characters.
    init(body: [UInt8]) {
        if let decoded = try? JSONTextDecoder().decode(GitHubMessage.self, from: body) {
            self = decoded
            return
        }
        let text = String(decoding: body.prefix(2_000), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.trimmingPrefix(while: \.isWhitespace)
        }
        let line = lines.first { !$0.isEmpty && !$0.hasPrefix("<") }
        message = line.map { $0.count <= 300 ? String($0) : "\($0.prefix(300))…" }
        documentationURL = nil
        errors = []
        isBlock = false
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try? container.decodeIfPresent(String.self, forKey: .message)
        documentationURL = try? container.decodeIfPresent(String.self, forKey: .documentationURL)
        errors =
            (try? container.decodeIfPresent(LossyList<FieldError>.self, forKey: .errors))?.items
            ?? []
        isBlock = container.contains(.block)
    }
}
