package import FoundationEssentials

/// The result of one call.
package struct MethodResult: Sendable {
    /// JSON in UTF-8.
    package let text: [UInt8]
    /// Until when an equal call gets the same result; nil if it may get another one.
    package let expiresAt: Date?

    package init(text: [UInt8], expiresAt: Date? = nil) {
        self.text = text
        self.expiresAt = expiresAt
    }
}
