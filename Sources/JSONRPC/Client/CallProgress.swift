public import JSONCore

/// Who receives the progress of a call.
///
/// The caller also puts the token into the params, in the place that the method has for it, such as
/// the member `workDoneToken` in the Language Server Protocol.
///
/// - SeeAlso: Language Server Protocol 3.17, "Work Done Progress".
public struct CallProgress: Sendable {
    /// Different for each call that is under way on the connection.
    public let token: JSONValue

    /// Called with each `value` of `$/progress`, in order, until the call has its response. It
    /// must not block.
    public let receive: @Sendable (_ value: JSONValue) -> Void

    /// Progress of the call that has this token.
    public init(token: JSONValue, receive: @escaping @Sendable (_ value: JSONValue) -> Void) {
        self.token = token
        self.receive = receive
    }
}
