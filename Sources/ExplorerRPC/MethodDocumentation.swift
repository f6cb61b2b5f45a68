import JSONCore
package import JSONSchema

/// The description of a method, from which its validation and all documents about it follow.
package struct MethodDocumentation: Sendable {
    /// The effect of a call, apart from filling the cache.
    package enum Effect: Hashable, Sendable {
        case none
        /// Data is lost. An equal call then changes nothing more.
        case removes
        /// Data is lost, and an equal call may then change more.
        case replaces
    }

    /// Two or three words for menus; nil if no menu shows the method.
    package let title: String?
    /// One sentence.
    package let summary: String
    /// For models: one sentence that says when to prefer which method, by the names of tools.
    package let advice: String?
    /// Its own params, in positional order.
    package let params: [Property]
    /// Whether it takes `refresh`, `maxAge` and `workDoneToken`, its result has `freshness`, and it
    /// may end in the errors of all such methods.
    package let takesCommonParams: Bool
    /// The params that it shares with other methods; they are given by name only.
    package private(set) var commonParams: [Property]
    /// Whether unknown params are accepted (only by `initialize`).
    package let isOpen: Bool
    /// Params of which exactly one must be given; empty if there is no such rule.
    package let exactlyOneOf: [Alternative]
    package let effect: Effect
    /// Whether a call changes the server's token. Models get such a method only if a person allows it.
    package let changesIdentity: Bool
    /// In the order of the error table, with the errors of every method.
    package let errors: [ErrorKind]
    /// Calls that the sandbox answers, of which `gitxplorer schema METHOD` shows the first one.
    package let examples: [MethodExample]
    /// Validates the params by name.
    package private(set) var paramsSchema: Schema

    package init(
        title: String? = nil, summary: String, advice: String? = nil, params: [Property] = [],
        takesCommonParams: Bool = false, isOpen: Bool = false, exactlyOneOf: [Alternative] = [],
        effect: Effect = .none, changesIdentity: Bool = false,
        errors: [ErrorKind] = [],
        examples: [MethodExample] = [MethodExample("Without params")]
    ) {
        self.title = title
        self.summary = summary
        self.advice = advice
        self.params = params
        self.takesCommonParams = takesCommonParams
        commonParams = takesCommonParams ? Self.everyCommonParam : []
        self.isOpen = isOpen
        self.exactlyOneOf = exactlyOneOf
        self.effect = effect
        self.changesIdentity = changesIdentity
        let errors =
            errors + ErrorKind.ofEveryMethod
            + (takesCommonParams ? ErrorKind.ofExplorerMethods : [])
        self.errors = ErrorKind.allCases.filter(errors.contains)
        self.examples = examples
        paramsSchema = .object(
            params + commonParams, additional: isOpen, exactlyOneOf: exactlyOneOf)
    }

    /// Own and common params.
    package var allParams: [Property] { params + commonParams }

    /// Whether a call may ask GitHub.
    package var asksGitHub: Bool {
        errors.contains(.upstreamUnavailable)
    }

    /// Whether the method is a tool of models; looking after the cache is the work of people.
    package var isTool: Bool { asksGitHub || changesIdentity }

    /// The method as a tool, whose protocol reports progress in its own way.
    ///
    /// - Parameter names: those of an item's members in a list, of which `fields` chooses some.
    func ofTool(choosing names: [String], default columns: [String]) -> MethodDocumentation {
        var documentation = self
        documentation.commonParams.removeAll { $0.name == Self.progressToken }
        if !names.isEmpty {
            documentation.commonParams.append(
                .optional(
                    Self.fields, .array(of: .enumeration(names + [Self.allFields]), maxItems: 50),
                    "Members of each item, `*` for all; by default \(columns.joined(separator: ", "))."
                ))
        }
        documentation.paramsSchema = .object(
            documentation.allParams, additional: isOpen, exactlyOneOf: exactlyOneOf)
        return documentation
    }

    package static let fields = "fields"
    package static let allFields = "*"

    /// The common param that asks for `$/progress` notifications.
    private static let progressToken = "workDoneToken"

    private static let everyCommonParam: [Property] = [
        .optional(
            "refresh", .boolean, default: false,
            "Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when signed in."
        ),
        .optional(
            "maxAge", .integer(0...31_536_000),
            "Greatest age of a stored response, in seconds. The default is what GitHub allows."),
        .optional(
            progressToken, .anyOf([.text, .integer()]),
            "Token of the `$/progress` notifications, which are sent while GitHub is asked."),
    ]
}
