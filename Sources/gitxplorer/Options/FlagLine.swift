import ArgumentParser

/// One flag: its name, the property that it sets, and what help says about it.
///
/// The default is the property's initial value.
struct FlagLine<Group>: Sendable {
    typealias Values = KeyedDecodingContainer<FlagName>
    typealias Path<Value> = any WritableKeyPath<Group, Value> & Sendable

    /// Without its dashes.
    let name: String
    let takesValue: Bool
    /// Sets the property from the text of a value. False if the text is not valid.
    let set: @Sendable (inout Group, String?) -> Bool
    /// The property as ArgumentParser would declare it.
    let wrapper: @Sendable () -> Any
    /// Sets the property to the value that ArgumentParser has read.
    let decode: @Sendable (Values, inout Group) throws -> Void

    /// This flag in a group that contains its own.
    func within<Outer>(_ path: FlagLine<Outer>.Path<Group>) -> FlagLine<Outer> {
        FlagLine<Outer>(
            name: name, takesValue: takesValue,
            set: { set(&$0[keyPath: path], $1) },
            wrapper: wrapper,
            decode: { try decode($0, &$1[keyPath: path]) })
    }
}

extension FlagLine where Group: FlagGroup {
    /// A flag without a value.
    static func flag(
        _ name: String, _ path: Path<Bool>, _ meaning: String
    ) -> Self {
        FlagLine(
            name: name, takesValue: false,
            set: { group, text in
                guard text == nil else { return false }
                group[keyPath: path] = true
                return true
            },
            wrapper: {
                Flag(
                    wrappedValue: Group()[keyPath: path], name: .customLong(name),
                    help: ArgumentHelp(meaning))
            },
            decode: {
                $1[keyPath: path] = try $0.decode(Flag<Bool>.self, forKey: .init(name)).wrappedValue
            })
    }

    /// A flag with a text or one of several words.
    static func option<Value: ExpressibleByArgument & Sendable>(
        _ name: String, _ path: Path<Value>, _ meaning: String,
        valueName: String? = nil
    ) -> Self {
        option(name, path, Value.init(argument:)) {
            Option(
                wrappedValue: Group()[keyPath: path], name: .customLong(name),
                help: ArgumentHelp(meaning, valueName: valueName))
        }
    }

    /// A flag with a text, and nothing without it.
    static func option(
        _ name: String, _ path: Path<String?>, _ meaning: String,
        valueName: String
    ) -> Self {
        option(name, path, { .some($0) }) {
            Option(
                name: .customLong(name), help: ArgumentHelp(meaning, valueName: valueName))
        }
    }

    /// A flag that may be repeated.
    static func option(
        _ name: String, _ path: Path<[String]>, _ meaning: String,
        valueName: String
    ) -> Self {
        FlagLine(
            name: name, takesValue: true,
            set: { group, text in
                guard let text else { return false }
                group[keyPath: path].append(text)
                return true
            },
            wrapper: {
                Option(
                    wrappedValue: Group()[keyPath: path], name: .customLong(name),
                    help: ArgumentHelp(meaning, valueName: valueName))
            },
            decode: {
                $1[keyPath: path] =
                    try $0.decode(Option<[String]>.self, forKey: .init(name)).wrappedValue
            })
    }

    /// A flag with a number. Its help and its error state the bounds.
    ///
    /// A value that begins with `-` is accepted as a value, so that it gets the same error.
    static func option<Number>(
        _ name: String, _ path: Path<Number>,
        _ bounds: Bounds<Number>, _ meaning: String, valueName: String? = nil
    ) -> Self {
        option(name, path, { try? bounds.number($0) }) {
            let initial = Group()[keyPath: path]
            return Option(
                wrappedValue: initial, name: .customLong(name), parsing: .unconditional,
                help: bounds.help(meaning, valueName, bounds.text(initial)),
                transform: bounds.number)
        }
    }

    /// A flag with a number, and none without it.
    ///
    /// - Parameter absent: the meaning of an absent flag.
    static func option<Number>(
        _ name: String, _ path: Path<Number?>,
        _ bounds: Bounds<Number>, _ meaning: String, valueName: String? = nil,
        absent: String? = nil
    ) -> Self {
        option(name, path, { try? bounds.number($0) }) {
            Option(
                name: .customLong(name), parsing: .unconditional,
                help: bounds.help(meaning, valueName, absent), transform: bounds.number)
        }
    }

    private static func option<Value>(
        _ name: String, _ path: Path<Value>,
        _ value: @escaping @Sendable (String) -> Value?,
        wrapper: @escaping @Sendable () -> Option<Value>
    ) -> Self {
        FlagLine(
            name: name, takesValue: true,
            set: { group, text in
                guard let value = text.flatMap(value) else { return false }
                group[keyPath: path] = value
                return true
            },
            wrapper: wrapper,
            decode: {
                $1[keyPath: path] =
                    try $0.decode(Option<Value>.self, forKey: .init(name)).wrappedValue
            })
    }
}

extension FlagName {
    fileprivate init(_ name: String) { self.init(stringValue: name) }
}
