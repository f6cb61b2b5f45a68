package import HTTPTypes

/// Status, fields and body of a response, without its identity.
package struct SharedContent: Hashable, Sendable {
    package var status: Int
    package var fields: HTTPFields
    package var body: [UInt8]

    package init(status: Int, fields: HTTPFields, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Whether upstream no longer has what was requested, so that a stored response must go.
    var isRemoval: Bool { [404, 410].contains(status) }
}
