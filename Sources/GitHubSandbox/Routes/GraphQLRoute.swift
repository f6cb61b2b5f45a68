import JSONCore

extension Route {
    /// The only query that `gh` sends while it signs in: the current user.
    static let graphQL = Route(
        "/graphql", "graphql", resource: .graphql, method: "POST", needsSignIn: true
    ) { context in
        let query = (try? JSONParser().parse(context.request.body))?["query"]?.stringValue ?? ""
        let known = /\s*(query(\s+[_A-Za-z]\w*)?\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*/
        guard query.wholeMatch(of: known) != nil, let reader = context.reader
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
