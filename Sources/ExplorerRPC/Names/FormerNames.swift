import JSONSchema

/// Names that methods and params once had, and that go on working.
///
/// Whoever renames a method or a param adds a line here instead of breaking clients. What is
/// called by a former name is answered as ever, with a member ``noteMember`` in the result that
/// says which name to use. The documents list former names as deprecated, so that what they say
/// is accepted is accepted.
package struct FormerNames: Sendable {
    /// A method that has another name now.
    package struct Method: Hashable, Sendable {
        package let name: String
        package let presentName: String

        package init(_ name: String, now presentName: String) {
            self.name = name
            self.presentName = presentName
        }
    }

    package let methods: [Method]
    /// By the present name of their method.
    package let params: [String: [FormerName]]

    package init(methods: [Method] = [], params: [String: [FormerName]] = [:]) {
        self.methods = methods
        self.params = params
    }

    /// What this server has renamed. For example, if `user.profile` had become `user.summary` and
    /// its `user` had become `login`:
    ///
    ///     FormerNames(
    ///         methods: [.init("user.profile", now: "user.summary")],
    ///         params: ["user.summary": [FormerName("user", now: "login")]])
    package static let table = FormerNames()

    /// The member of a result that tells of a former name.
    package static let noteMember = "deprecated"

    static let note = Property.optional(
        noteMember, .string(), "Sent after a call by a former name: which name to use instead.")
}
