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
    }

    let message: String?
    let documentationURL: String?
    let errors: [FieldError]

    private enum CodingKeys: String, CodingKey {
        case message, errors
        case documentationURL = "documentation_url"
    }

    /// Never fails: a body that is not GitHub's JSON is a message by itself, cut to 200 characters.
    init(body: [UInt8]) {
        if let decoded = try? JSONTextDecoder().decode(GitHubMessage.self, from: body) {
            self = decoded
            return
        }
        let text = String(decoding: body.prefix(2_000), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("<") }
        message = line.map { String($0.prefix(200)) }
        documentationURL = nil
        errors = []
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try? container.decodeIfPresent(String.self, forKey: .message)
        documentationURL = try? container.decodeIfPresent(String.self, forKey: .documentationURL)
        errors =
            (try? container.decodeIfPresent(LossyList<FieldError>.self, forKey: .errors))?.items
            ?? []
    }
}
