import CSQLite

/// A value that can be bound to a parameter of a statement.
package protocol Bindable {
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }
}

extension Int64: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension String: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // With its length, because a text may contain NUL. A null pointer would bind NULL.
        if isEmpty { return sqlite3_bind_text(statement, index, "", 0, csqlite_transient()) }
        var text = self
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text64(
                    statement, index, characters.baseAddress, UInt64(characters.count),
                    csqlite_transient(), UInt8(SQLITE_UTF8))
            }
        }
    }
}

extension [UInt8]: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        isEmpty
            ? sqlite3_bind_zeroblob(statement, index, 0)
            : sqlite3_bind_blob64(statement, index, self, UInt64(count), csqlite_transient())
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
    }
}
