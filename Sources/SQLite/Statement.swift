import CSQLite

/// A prepared statement, finalized with its last reference.
final class Statement {
    private let handle: OpaquePointer
    private let sql: String

    /// - Parameter database: an open connection, which must outlive the statement.
    init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw SQLiteError(
                code: code == SQLITE_OK ? SQLITE_MISUSE : code,
                message: code == SQLITE_OK ? "no statement" : Self.message(of: database), sql: sql)
        }
        self.handle = handle
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Whether its rows are being read.
    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// Runs the statement and calls `body` with each row until that returns false.
    func run(_ arguments: [any Bindable], _ body: (borrowing Row) throws -> Bool) throws {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        guard arguments.count == sqlite3_bind_parameter_count(handle) else {
            throw SQLiteError(code: SQLITE_RANGE, message: "wrong number of arguments", sql: sql)
        }
        for (index, argument) in arguments.enumerated() {
            let code = argument.bind(to: handle, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW:
                guard try body(Row(handle: handle)) else { return }
            case SQLITE_DONE:
                return
            case let code:
                throw error(code)
            }
        }
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: Self.message(of: sqlite3_db_handle(handle)), sql: sql)
    }

    private static func message(of database: OpaquePointer) -> String {
        String(cString: sqlite3_errmsg(database))
    }
}
