import FoundationEssentials
import GRDB

/// Small values that were learned from upstream and hold for a known time.
extension ResponseStore {
    /// What was saved under `key`, unless it has expired. A memo from the future has, too: the
    /// clock was set back since.
    package func memo(_ key: String) async -> [UInt8]? {
        let now = clock().milliseconds
        let value = await access.read { database in
            try Data.fetchOne(
                database,
                sql: "SELECT value FROM memo WHERE key = ? AND savedAt <= ? AND expiresAt > ?",
                arguments: [key, now, now])
        }
        return (value ?? nil).map { Array($0) }
    }

    /// Saves `value` under `key`, in the place of what was there. Waits for the write.
    package func setMemo(_ key: String, _ value: [UInt8], expiresAt: Date) async {
        let now = clock().milliseconds
        _ = await access.write { database in
            try database.execute(
                sql: "DELETE FROM memo WHERE expiresAt <= ? OR savedAt > ?", arguments: [now, now])
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO memo (key, savedAt, expiresAt, value)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [key, now, expiresAt.milliseconds, Data(value)])
        }
    }
}
