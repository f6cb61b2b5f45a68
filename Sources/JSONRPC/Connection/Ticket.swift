/// Stands for one call from the moment it is accepted until its handler has ended.
///
/// An id can come back while the handler of a cancelled request is still ending; a ticket cannot.
package struct Ticket: Hashable, Sendable {
    let number: Int
}
