/// The place of a value inside another: the member names and array indices from the root.
///
/// - SeeAlso: RFC 6901.
public struct JSONPointer: Hashable, Sendable {
    /// Member names and array indices, unescaped; empty for the root.
    public let tokens: [String]

    /// The place at the end of these unescaped steps.
    public init(tokens: [String]) {
        self.tokens = tokens
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The written form; empty for the root.
    public var description: String {
        tokens.map { token in
            // By code points: a combining mark hides the character before it from `replacing`.
            "/"
                + token.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : "\($0)" }
                .joined()
        }.joined()
    }
}
