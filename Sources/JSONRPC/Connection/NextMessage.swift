/// A message that is about to be taken in.
enum NextMessage {
    /// One that has just been read, and whether there is a place for it.
    case text([UInt8], hasPlace: Bool)
    /// One from the backlog, which now has a place.
    case kept(IncomingMessage)
}
