import SQLite

/// The size of a database by its page counts, which SQLite keeps in its header.
extension Connection {
    /// The size of the file once it includes the write-ahead log.
    var fileBytes: Int { get throws { try bytes("page_count") } }

    var freeBytes: Int { get throws { try bytes("freelist_count") } }

    /// Returns the free pages to the file system.
    func releaseFreePages() throws {
        try execute("PRAGMA incremental_vacuum")
    }

    private func bytes(_ pages: String) throws -> Int {
        Int(try integer("PRAGMA \(pages)") ?? 0) * Int(try integer("PRAGMA page_size") ?? 0)
    }
}
