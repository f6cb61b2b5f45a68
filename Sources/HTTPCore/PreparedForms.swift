import Synchronization

/// What a reader of a response in memory has made of it, kept as long as the response: to write the 25 fields of
/// a response of GitHub's anew takes a third of a hit (`Benchmarks/`, `proxy`).
package final class PreparedForms: Sendable {
    private let form = Mutex<(name: String, value: any Sendable)?>(nil)

    package init() {}

    /// - Parameters:
    ///   - name: distinguishes the readers; only the last one's form is kept.
    ///   - make: called if there is no form; nil if the response has none.
    package func form<Form: Sendable>(_ name: String, _ make: () -> Form?) -> Form? {
        form.withLock { form in
            if let form, form.name == name { return form.value as? Form }
            let new = make()
            if let new { form = (name, new) }
            return new
        }
    }
}
