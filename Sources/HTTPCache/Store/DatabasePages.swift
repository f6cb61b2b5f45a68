import SQLite

/// The size of a database by its page counts, which SQLite keeps in its header.
struct DatabasePages {
    private let pageSize: Int
    private let total: Int
    private let free: Int

    init(_ database: Connection) throws {
        pageSize = try Self.pragma("page_size", database)
        total = try Self.pragma("page_count", database)
        free = try Self.pragma("freelist_count", database)
    }

    /// The size of the file once it includes the write-ahead log.
    var fileBytes: Int { total * pageSize }

    var freeBytes: Int { free * pageSize }

    /// The size of the file without its free pages.
    var usedBytes: Int { (total - free) * pageSize }

    /// Returns at most `count` free pages to the file system.
    static func release(_ count: Int, in database: Connection) throws {
        try database.execute("PRAGMA incremental_vacuum(\(count))")
    }

    private static func pragma(_ name: String, _ database: Connection) throws -> Int {
        Int(try database.integer("PRAGMA \(name)") ?? 0)
    }
}
