import Synchronization

/// What the readers of a response in memory have made of it, kept as long as the response: a client's
/// response has 25 fields, and to write them anew takes as long as everything else of a hit.
package final class PreparedForms: Sendable {
    private let forms = Mutex<[String: any Sendable]>([:])

    package init() {}

    /// - Parameters:
    ///   - name: distinguishes the readers.
    ///   - make: called if there is no form yet; nil if the response has none.
    package func form<Form: Sendable>(_ name: String, _ make: () -> Form?) -> Form? {
        forms.withLock { forms in
            if let known = forms[name] { return known as? Form }
            let form = make()
            // A client chooses a part of the name.
            if let form, forms.count < 8 { forms[name] = form }
            return form
        }
    }
}
