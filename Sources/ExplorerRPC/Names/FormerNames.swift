package import JSONSchema

/// Former names of methods and params, which continue to work.
///
/// To rename a method or a param without breaking clients, add a line to ``table``. The result of
/// a call by a former name has one more member, ``noteMember``, which says which name to use. The
/// documents list former names as deprecated.
package struct FormerNames: Sendable {
    package let methods: [FormerName]
    /// By the present name of the method.
    package let params: [String: [FormerName]]

    package init(methods: [FormerName] = [], params: [String: [FormerName]] = [:]) {
        self.methods = methods
        self.params = params
    }

    /// The names that this server has changed. For example, if `user.profile` had become
    /// `user.summary`, and its `user` had become `login`:
    ///
    ///     FormerNames(
    ///         methods: [.init("user.profile", now: "user.summary")],
    ///         params: ["user.summary": [FormerName("user", now: "login")]])
    package static let table = FormerNames()

    /// The member of a result that warns of a former name.
    package static let noteMember = "deprecated"

    static let note = Property.optional(
        noteMember, .string(), "Sent after a call by a former name: which name to use instead.")
}
