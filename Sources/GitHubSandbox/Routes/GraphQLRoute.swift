import JSONCore

extension Route {
    /// The only query that `gh` sends while it signs in: the current user.
    static let graphQL = Route(
        "/graphql", "graphql", resource: .graphql, method: "POST", needsSignIn: true
    ) { context in
        let query = (try? JSONParser().parse(context.request.body))?["query"]?.stringValue ?? ""
        let (text, selection) = (query.filter { !$0.isWhitespace }, "{viewer{login}}")
        let name = text.dropLast(selection.count)
        guard text.hasSuffix(selection),
            name.isEmpty || name.hasPrefix("query") && name.allSatisfy(\.isLetter),
            let reader = context.reader
        else {
            let message = "The sandbox's GraphQL knows only viewer { login }."
            return notSimulated(
                .failure(
                    404, message, documentation: Documentation.root,
                    also: ["errors": [["message": .string(message)]]]))
        }
        return .json(["data": ["viewer": ["login": .string(reader.login)]]], caching: .never)
    }
}
