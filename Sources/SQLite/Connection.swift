import CSQLite

/// A connection to a database, for one thread at a time.
///
/// Statements are prepared once and kept until the connection closes.
package final class Connection {
    package enum Access {
        case readOnly
        /// Creates the file if it does not exist.
        case readWrite
        /// Reads without changing a byte of the file or of those beside it. Otherwise SQLite creates
        /// a log and its index, and moves the log into the file at the end.
        case untouched
    }

    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var isClosed = false

    /// Opens the database at `path`, or one in memory for `:memory:`. A statement waits for the locks of
    /// other connections at most for the `busyTimeout`.
    package init(
        path: String, _ access: Access = .readWrite, busyTimeout: Duration = .seconds(5)
    ) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .untouched: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let name = access == .untouched ? UntouchedURI(path: path).text : path
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw SQLiteError(code: code)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        Digest.define(on: handle)
        setBusyTimeout(busyTimeout)
        // Otherwise SQLite writes large temporary tables to /var/tmp, and each connection keeps 2 MB
        // of pages, which the kernel keeps as well.
        try execute(script: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -512")
    }

    deinit {
        close()
    }

    /// Closes the connection, even if it is still referenced. Later calls throw.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        statements = [:]
        sqlite3_close_v2(handle)
    }

    package func setBusyTimeout(_ timeout: Duration) {
        sqlite3_busy_timeout(handle, Int32(clamping: Int64(timeout / .milliseconds(1))))
    }

    /// Runs one statement, and returns the number of rows that an INSERT, UPDATE or DELETE changed.
    @discardableResult
    package func execute(_ sql: String, _ arguments: any Bindable...) throws -> Int {
        try run(sql, arguments) { _ in true }
        return Int(sqlite3_changes64(handle))
    }

    /// Runs several statements without parameters, in order.
    package func execute(script: String) throws(SQLiteError) {
        if isClosed { throw .closed }
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError(
                code: code, message: String(cString: sqlite3_errmsg(handle)), sql: script)
        }
    }

    /// Calls `body` with each row.
    package func forEach(
        _ sql: String, arguments: [any Bindable] = [], body: (borrowing Row) throws -> Void
    ) throws {
        try run(sql, arguments) { row in
            try body(row)
            return true
        }
    }

    /// The result of `body` for the first row; nil if there is none. Later rows are not read.
    package func first<Result>(
        _ sql: String, arguments: [any Bindable] = [], body: (borrowing Row) throws -> Result
    ) throws -> Result? {
        var first: Result?
        try run(sql, arguments) { row in
            first = try body(row)
            return false
        }
        return first
    }

    /// The first column of the first row.
    package func integer(_ sql: String, _ arguments: any Bindable...) throws -> Int64? {
        try first(sql, arguments: arguments) { $0.integer(0) }
    }

    private func run(
        _ sql: String, _ arguments: [any Bindable], _ body: (borrowing Row) throws -> Bool
    ) throws {
        if isClosed { throw SQLiteError.closed }
        if let statement = statements[sql], !statement.isBusy {
            return try statement.run(arguments, body)
        }
        let statement = try Statement(sql, on: handle)
        if statements[sql] == nil { statements[sql] = statement }
        try statement.run(arguments, body)
    }

    /// Runs `body` in a transaction, which is rolled back if `body` or the commit throws.
    ///
    /// - Parameter readsOnly: takes no write lock. Otherwise it is taken at once, so that a later
    ///   statement cannot fail for lack of it.
    package func transaction<Result>(
        readsOnly: Bool = false, _ body: (Connection) throws -> Result
    ) throws -> Result {
        try execute(readsOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
        do {
            let result = try body(self)
            try execute("COMMIT")
            return result
        } catch {
            // After some errors, such as a full disk, SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? execute("ROLLBACK") }
            throw error
        }
    }
}
