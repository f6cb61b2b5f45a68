import ArgumentParser
import ExplorerRPC
import JSONCore
import JSONSchema

/// The params of a word's method on the command line: required ones as one argument, `perPage` as
/// `--per-page`, and `forks`, which is true by default, as `--no-forks`.
///
/// ArgumentParser finds flags by reflection. The mirror has one for each param of the method's
/// documentation, so that names, values, defaults and help have no second home.
struct MethodFlags<let index: Int>: ParsableArguments, CustomReflectable {
    /// The account, the repository or the search text, as it was typed.
    private(set) var subject = ""
    /// The other params.
    private(set) var params = JSONObject()
    /// Whether `--repositories` is there.
    private(set) var usesOther = false
    /// Whether `--open` is there.
    private(set) var opens = false

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: JSONCodingKey.self)
        for param in Word.all[index].flags {
            let key = JSONCodingKey(stringValue: param.name)
            if param.isRequired {
                subject =
                    param.isText
                    ? try values.decode(Argument<[String]>.self, forKey: key).wrappedValue
                        .joined(separator: " ")
                    : try values.decode(Argument<String>.self, forKey: key).wrappedValue
            } else if case .boolean = param.schema.rule {
                let isSet = try values.decode(Flag<Bool>.self, forKey: key).wrappedValue
                if isSet { params[param.name] = .bool(param.defaultValue != true) }
            } else if let text = try values.decode(Option<String?>.self, forKey: key).wrappedValue {
                // What is no integer is left to the schema.
                let isNumber = if case .integer = param.schema.rule { true } else { false }
                params[param.name] =
                    (isNumber ? Int(text) : nil).map { JSONValue($0) } ?? .string(text)
            }
        }
        usesOther = params[Word.repositories] != nil
        opens = params[Word.open] != nil
        params[Word.repositories] = nil
        params[Word.open] = nil
    }

    var customMirror: Mirror {
        Mirror(self, children: Word.all[index].flags.map { (label: "_\($0.name)", value: $0.flag) })
    }
}

extension MethodFlags {
    var method: any DocumentedMethod.Type {
        let word = Word.all[index]
        return usesOther ? word.otherMethod ?? word.method : word.method
    }

    /// What is asked about, in its canonical form; pages of these hosts are names.
    func canonicalSubject(_ hosts: Set<String>) -> String {
        let name = PageName(subject, hosts: hosts)
        return switch Word.all[index].subject {
        case "login": name.login
        case "owner/name": name.repository ?? subject
        default: subject
        }
    }

    /// All params, which satisfy the method's schema.
    func checked(_ hosts: Set<String>) throws -> JSONObject {
        let (word, subject) = (Word.all[index], canonicalSubject(hosts))
        var params = self.params
        let names = word.subject.split(separator: "/")
        let parts = names.count == 2 ? subject.split(separator: "/") : [subject[...]]
        guard names.isEmpty || parts.count == names.count else {
            throw ValidationError(
                "\(word.name) takes OWNER/NAME, such as octocat/Hello-World, found '\(subject)'.")
        }
        for (name, part) in zip(names, parts) { params[String(name)] = .string(String(part)) }
        if let wrong = method.documentation.paramsSchema.validate(.object(params)).first {
            throw ValidationError(Self.sentence("\(wrong.path)", wrong.message))
        }
        return params
    }

    /// `--per-page: expected an integer from 1 to 100, found 0.`
    static func sentence(_ path: String, _ message: String) -> String {
        let word = Word.all[index]
        let flag = word.method.documentation.allParams.first {
            "/\($0.name)" == path && !$0.isRequired
        }
        return "\(flag.map { "--\($0.flagName)" } ?? word.subject.uppercased()): \(message)."
    }
}

extension Word {
    fileprivate static let repositories = "repositories"
    fileprivate static let open = "open"

    /// The argument, if there is one, and the flags.
    fileprivate var flags: [Property] {
        var flags = method.documentation.allParams.filter {
            !$0.isRequired && $0.name != "workDoneToken"
        }
        if let other = otherMethod?.documentation.params.first(where: { $0.name == "sort" }) {
            let meaning =
                "Search for repositories instead of users; --sort is then \(other.values)."
            flags.insert(.optional(Self.repositories, .boolean, default: false, meaning), at: 0)
        }
        if name != "rate" {
            let meaning = "Also open the page in a browser: $BROWSER or xdg-open."
            flags.append(.optional(Self.open, .boolean, default: false, meaning))
        }
        if subject.isEmpty { return flags }
        let meaning =
            switch subject {
            case "query":
                "The search text, with GitHub's qualifiers, such as 'tom repos:>10'. Words that begin with - come after --."
            case "login": "An account's name, also with @, or the address of its page."
            default: "A repository, such as octocat/Hello-World, or the address of its page."
            }
        return [.required(subject, .string(), meaning)] + flags
    }
}

extension Property {
    /// The param's name on the command line.
    var flagName: String {
        let words = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        return defaultValue == true ? "no-\(words)" : words
    }

    /// Whether several words are one text.
    fileprivate var isText: Bool { name == "query" }

    /// ArgumentParser's wrapper of it.
    fileprivate var flag: Any {
        var text = (description ?? "").replacing("`", with: "")
        if defaultValue == true {
            text = text.replacing("Whether ", with: "Without this flag, ")
        }
        if isRequired {
            let help = ArgumentHelp(text, valueName: name)
            if isText { return Argument<[String]>(help: help) }
            return Argument<String>(help: help)
        }
        if case .boolean = schema.rule {
            return Flag<Bool>(
                wrappedValue: false, name: .customLong(flagName), help: ArgumentHelp(text))
        }
        let fallback = defaultValue.map { "; default: \($0.stringValue ?? $0.text)" } ?? ""
        return Option<String?>(
            name: .customLong(flagName), parsing: .unconditional,
            help: values.isEmpty ? "\(text)" : "\(text) (\(values)\(fallback))")
    }

    /// The values that are accepted; empty for any text.
    fileprivate var values: String {
        switch schema.rule {
        case .integer(let range?): "\(range.lowerBound) to \(range.upperBound)"
        case .enumeration(let values): values.joined(separator: ", ")
        default: ""
        }
    }
}
