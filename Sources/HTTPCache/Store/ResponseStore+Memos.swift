package import FoundationEssentials
import SQLite

/// Small values learned from upstream that are valid for a known time.
extension ResponseStore {
    /// The value saved under `key`, unless it has expired or comes from the future.
    package func memo(_ key: String) async -> [UInt8]? {
        let date = clock()
        let now = date.milliseconds
        let value = await access.read { database in
            var value: [UInt8]?
            try CacheTable.memo.read(
                "WHERE key = ? AND savedAt BETWEEN ? AND ? AND expiresAt > ?", key,
                date.earliestSaving.milliseconds, now, now, in: database
            ) { value = $0.blob(5) }
            return value
        }
        return value ?? nil
    }

    /// Saves `value` under `key`, replacing an earlier one. Waits for the write.
    package func setMemo(_ key: String, _ value: [UInt8], expiresAt: Date) async {
        let now = clock().milliseconds
        _ = await access.write { database in
            try database.execute(
                "DELETE FROM memo WHERE expiresAt <= ? OR savedAt > ?", now, now)
            try database.execute(
                CacheTable.memo.insertion, key, now, expiresAt.milliseconds, value)
        }
    }
}
