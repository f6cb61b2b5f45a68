import JSONCore
import JSONSchema

/// What is known of a method: the one source of its validation, its schema files, its part of
/// the OpenRPC document and its row in README.md.
package struct MethodDocumentation: Sendable {
    /// Two or three words; nil for what no menu shows.
    package let title: String?
    /// One sentence.
    package private(set) var summary: String
    /// Own params, in positional order.
    package let params: [Property]
    /// Whether it takes `refresh`, `maxAge` and `workDoneToken`, and answers with `freshness`.
    package let takesCommonParams: Bool
    /// Whether params that are not listed are let through (`initialize` only).
    package let isOpen: Bool
    /// Ways to call it that exclude each other, where there are any.
    package let exactlyOneOf: [Alternative]
    /// What a call changes.
    package let effect: MethodEffect
    /// Names that params once had.
    package private(set) var formerNames: [FormerName] = []
    package private(set) var result: Schema
    /// In the order of the error table; those that any method may end in among them.
    package let errors: [ErrorKind]
    package let examples: [MethodExample]

    package init(
        title: String? = nil, summary: String, params: [Property] = [],
        takesCommonParams: Bool = false, isOpen: Bool = false, exactlyOneOf: [Alternative] = [],
        effect: MethodEffect = .none, result: Schema, errors: [ErrorKind] = [],
        examples: [MethodExample]
    ) {
        self.title = title
        self.summary = summary
        self.params = params
        self.takesCommonParams = takesCommonParams
        self.isOpen = isOpen
        self.exactlyOneOf = exactlyOneOf
        self.effect = effect
        self.result = result
        let errors = Set(errors).union(ErrorKind.ofEveryMethod)
        self.errors = ErrorKind.allCases.filter(errors.contains)
        self.examples = examples
    }

    /// Own and common params.
    package var allParams: [Property] {
        takesCommonParams ? params + Self.commonParams : params
    }

    /// What is accepted under names that params once had.
    var formerParams: [Property] { paramsSchema.formerProperties }

    /// The schema that validates the params by name.
    package var paramsSchema: Schema {
        .object(
            allParams, additional: isOpen, exactlyOneOf: exactlyOneOf, formerNames: formerNames)
    }

    /// The same method with names that its params, or it itself, once had.
    ///
    /// - Parameter presentMethod: the name to use, where this is said of a former one.
    func with(formerNames: [FormerName], presentMethod: String?) -> MethodDocumentation {
        guard !formerNames.isEmpty || presentMethod != nil else { return self }
        var documentation = self
        documentation.formerNames = formerNames
        documentation.result = result.adding(FormerNames.note)
        if let presentMethod {
            documentation.summary = "Former name of `\(presentMethod)`; use that."
        }
        return documentation
    }

    /// Whether a call may ask GitHub.
    package var asksGitHub: Bool {
        errors.contains(.upstreamUnavailable)
    }

    /// Whether a call without params can be valid.
    var needsParams: Bool {
        params.contains { $0.isRequired }
    }

    /// The common param that asks for `$/progress` notifications.
    static let progressToken = "workDoneToken"

    static let commonParams: [Property] = [
        .optional(
            "refresh", .boolean, default: false,
            "Ask GitHub even if the cached answer is fresh; unchanged answers cost nothing when signed in."
        ),
        .optional(
            "maxAge", .integer(0...31_536_000),
            "How old a cached answer may be, in seconds. By default what GitHub allows."),
        .optional(
            progressToken, .anyOf([.string(), .integer()]),
            "Sent back in `$/progress` notifications while GitHub is being asked."),
    ]
}

/// What a call changes beside the cache, which fills itself.
package enum MethodEffect: Hashable, Sendable {
    /// Nothing.
    case none
    /// What was there before is lost. The same call again changes nothing more.
    case removes
    /// What was there before is lost, and the same call again may change more.
    case replaces
}

/// A call and its answer, as the OpenRPC document shows them.
package struct MethodExample: Sendable {
    package let name: String
    package let params: JSONObject
    package let result: JSONValue

    package init(_ name: String, params: JSONObject = [:], result: JSONValue) {
        self.name = name
        self.params = params
        self.result = result
    }
}
