/// A whole conversation, from its settings and steps.
///
/// The input's first byte is a ``ConversationSettings``, the rest ``Step/steps(_:)``.
enum ConnectionTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        guard let settings = input.first else { return }
        try Conversation.hold(
            ConversationSettings(settings), Step.steps(input.dropFirst()))
    }
}
