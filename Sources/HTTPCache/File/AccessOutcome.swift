/// What became of a read or a write of the cache.
enum AccessOutcome<Value: Sendable>: Sendable {
    case done(Value)
    /// Done in the database in memory that takes the file's place: the file is as it was.
    case inMemory(Value)
    /// Another process keeps the file locked.
    case busy
    /// The file cannot be read or written, or the cache is closed.
    case failed

    var value: Value? {
        switch self {
        case .done(let value), .inMemory(let value): value
        case .busy, .failed: nil
        }
    }
}
