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

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: JSONCodingKey.self)
        for param in Word.all[index].flags {
            let key = JSONCodingKey(stringValue: param.name)
            if param.isRequired {
                subject = try values.decode(Argument<[String]>.self, forKey: key).wrappedValue
                    .joined(separator: " ")
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
        params[Word.repositories] = nil
    }

    var customMirror: Mirror {
        Mirror(self, children: Word.all[index].flags.map { (label: "_\($0.name)", value: $0.flag) })
    }
}

extension Word {
    fileprivate static let repositories = "repositories"

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
        if subject.isEmpty { return flags }
        let meaning =
            subject == "query"
            ? "The search text, with GitHub's qualifiers, such as 'tom repos:>10'."
            : "\(subject.uppercased()), also with @, or the address of its page."
        return [.required(subject, .string(), meaning)] + flags
    }
}

extension Property {
    /// The param's name on the command line.
    var flagName: String {
        let words = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        return defaultValue == true ? "no-\(words)" : words
    }

    /// ArgumentParser's wrapper of it.
    fileprivate var flag: Any {
        let ending = defaultValue == true ? " (true without this flag)" : ""
        let text = (description ?? "").replacing("`", with: "") + ending
        if isRequired { return Argument<[String]>(help: ArgumentHelp(text, valueName: name)) }
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
