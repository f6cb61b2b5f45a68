import GRDB

/// How large a database is, by its page counts, which SQLite keeps in its header.
struct DatabasePages {
    private let pageSize: Int
    private let total: Int
    private let free: Int

    init(_ database: Database) throws {
        pageSize = try Self.pragma("page_size", database)
        total = try Self.pragma("page_count", database)
        free = try Self.pragma("freelist_count", database)
    }

    /// Size of the file once the write-ahead log is in it.
    var fileBytes: Int { total * pageSize }

    var freeBytes: Int { free * pageSize }

    /// The file without the pages that may be used anew.
    var usedBytes: Int { (total - free) * pageSize }

    /// Gives at most `count` free pages back to the file system.
    static func release(_ count: Int, in database: Database) throws {
        // The pragma does one page a step, so all its steps have to be taken.
        _ = try Row.fetchAll(database, sql: "PRAGMA incremental_vacuum(\(count))")
    }

    private static func pragma(_ name: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
}
