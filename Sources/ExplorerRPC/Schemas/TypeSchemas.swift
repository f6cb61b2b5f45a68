import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
package import JSONSchema

/// The schemas of the types that results share, by the names that `$ref` uses.
package enum TypeSchemas {
    package static let definitions: [String: Schema] = {
        let types = [
            User.wire.definition, Profile.wire.definition, Repository.wire.definition,
            StarredRepository.wire.definition, Stargazer.wire.definition, FoundUser.wire.definition,
            RandomUsers.Drawn.wire.definition, AvatarImage.wire.definition,
            Provenance.wire.definition, UserSummary.LanguageShare.wire.definition,
            RateLimit.wire.definition, SignInStatus.wire.definition,
        ]
        return Dictionary(
            uniqueKeysWithValues: types.compactMap { $0.map { ($0.name, $0.schema) } })
    }()
}

extension Schema {
    /// Most characters of a text in params, unless a shorter limit is known.
    static let longestText = 1024

    /// Any text as a param.
    static let text = Schema.string(maxLength: longestText)

    /// A GitHub login, of a user, an organization or a bot.
    static let login = Schema.string(.characters("A-Za-z0-9_-", count: 1...39, suffix: "[bot]"))
        .called("a GitHub login of 1 to 39 letters, digits, - and _, followed by [bot] for a bot")

    /// A repository's name: never `.` or `..`.
    static let repositoryName = Schema.string(
        .characters("A-Za-z0-9._-", count: 1...100, exceptDots: 1...2)
    )
    .called("a repository's name of 1 to 100 letters, digits, ., - and _, without its owner")
}

extension Property {
    /// A param that is one of the raw values of a type, by default `word`.
    static func optional<Word: CaseIterable & RawRepresentable>(
        _ name: String, oneOf word: Word, _ description: String
    ) -> Property where Word.RawValue == String {
        .optional(
            name, .enumeration(Word.self), default: .string(word.rawValue), description)
    }

    /// A param that is a number within bounds, by default `number`.
    static func optional(
        _ name: String, _ number: Int, in bounds: ClosedRange<Int>, _ description: String
    ) -> Property {
        .optional(name, .integer(bounds), default: JSONValue(number), description)
    }

    /// A param that is true or false, by default `value`.
    static func optional(_ name: String, _ value: Bool, _ description: String) -> Property {
        .optional(name, .boolean, default: .bool(value), description)
    }
}
