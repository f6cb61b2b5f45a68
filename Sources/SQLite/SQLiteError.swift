import CSQLite

/// A failed call to SQLite.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// An extended result code, such as `SQLITE_IOERR_WRITE`.
    package let code: Int32
    /// SQLite's own message.
    package let message: String
    /// The statement that failed, without its arguments.
    package let sql: String?

    package init(code: Int32, message: String? = nil, sql: String? = nil) {
        self.code = code
        self.message = message ?? String(cString: sqlite3_errstr(code))
        self.sql = sql
    }

    static let closed = SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed")

    /// For damage that SQLite itself does not detect.
    package static func corrupt(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: message)
    }

    package var description: String {
        "SQLite error \(code): \(message)" + (sql.map { " - while executing `\($0)`" } ?? "")
    }

    /// The low byte of ``code``.
    package var primaryCode: Int32 { code & 0xFF }

    /// The file is not a database, or is damaged.
    package var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode)
    }

    /// Another connection held a lock for longer than the busy timeout.
    package var isTemporary: Bool {
        [SQLITE_BUSY, SQLITE_LOCKED].contains(primaryCode)
    }

    /// The connection only reads, and must first undo a write that ended halfway.
    package var mustWrite: Bool { primaryCode == SQLITE_READONLY }

    /// The disk is full, or the file has reached a quota or a limit. Reads still work.
    package var isOutOfSpace: Bool {
        primaryCode == SQLITE_FULL || code == SQLITE_IOERR | (3 << 8)  // SQLITE_IOERR_WRITE
    }
}
