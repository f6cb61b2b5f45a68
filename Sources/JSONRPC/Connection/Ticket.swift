/// Identifies one call from its acceptance until its handler has ended.
///
/// A client may use an id again while the handler of a cancelled request is still ending; a ticket
/// is never used again.
package struct Ticket: Hashable, Sendable {
    let number: Int
}
