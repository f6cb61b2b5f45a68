/// The endpoints of something that has a name and an id, such as an account.
struct Places<Subject>: Sendable {
    typealias Find = @Sendable (RouteContext, (Subject) -> Answer) -> Answer

    /// The path by name, and the search for what it names.
    let named: String
    let byName: Find
    let numbered: String
    let byID: Find

    /// The same endpoint by name and by id.
    ///
    /// - Parameter otherDocumentation: the page about the second one, if it has its own.
    func routes(
        _ path: String, _ documentation: String, byID otherDocumentation: String? = nil,
        accepts: AcceptedGrants = .anyToken, parameters: [RouteParameter] = [],
        answer: @escaping @Sendable (RouteContext, Subject) -> Answer
    ) -> [Route] {
        [(named, byName, documentation), (numbered, byID, otherDocumentation ?? documentation)]
            .map { place, find, documentation in
                Route(place + path, documentation, accepts: accepts, parameters: parameters) {
                    context in
                    find(context) { answer(context, $0) }
                }
            }
    }
}
