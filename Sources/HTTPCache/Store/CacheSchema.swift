import GRDB

/// The tables of the cache file, one migration for each version that was ever released.
///
/// Times are Unix times in milliseconds, rounded down.
enum CacheSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 responses, tags, memos, identity key") { database in
            // The body comes last: what is looked at without it is on the row's first page.
            try database.execute(
                sql: """
                    CREATE TABLE response (
                        id INTEGER PRIMARY KEY,
                        url TEXT NOT NULL,
                        method TEXT NOT NULL,
                        identity BLOB NOT NULL,
                        varying TEXT NOT NULL,
                        status INTEGER NOT NULL,
                        requestedAt INTEGER NOT NULL,
                        receivedAt INTEGER NOT NULL,
                        usedAt INTEGER NOT NULL,
                        fields TEXT NOT NULL,
                        body BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX responseByKey
                        ON response (url, method, identity, varying);
                    CREATE INDEX responseByUse ON response (usedAt);
                    CREATE TABLE tag (
                        name TEXT NOT NULL,
                        response INTEGER NOT NULL REFERENCES response (id) ON DELETE CASCADE,
                        PRIMARY KEY (name, response)
                    ) WITHOUT ROWID;
                    CREATE INDEX tagByResponse ON tag (response);
                    CREATE TABLE memo (
                        key TEXT PRIMARY KEY,
                        savedAt INTEGER NOT NULL,
                        expiresAt INTEGER NOT NULL,
                        value BLOB NOT NULL
                    ) WITHOUT ROWID;
                    CREATE TABLE identityKey (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        bytes BLOB NOT NULL
                    );
                    """)
            try database.execute(
                sql: "INSERT INTO identityKey (id, bytes) VALUES (1, randomblob(32))")
        }
        migrator.registerMigration("2 totals") { database in
            try database.execute(
                sql: """
                    CREATE TABLE total (
                        name TEXT PRIMARY KEY,
                        count INTEGER NOT NULL,
                        since INTEGER NOT NULL
                    ) WITHOUT ROWID
                    """)
        }
        migrator.registerMigration("3 deflated bodies") { database in
            // Of the body before it was deflated; null for one that was not.
            try database.execute(sql: "ALTER TABLE response ADD COLUMN bodyLength INTEGER")
        }
        migrator.registerMigration("4 answers") { database in
            // A part is a response's id and its receivedAt when the answer was made.
            try database.execute(
                sql: """
                    CREATE TABLE answer (
                        id INTEGER PRIMARY KEY,
                        question TEXT NOT NULL,
                        identity BLOB NOT NULL,
                        savedAt INTEGER NOT NULL,
                        expiresAt INTEGER NOT NULL,
                        requests INTEGER NOT NULL,
                        limited INTEGER NOT NULL,
                        parts TEXT NOT NULL,
                        text BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX answerByQuestion ON answer (question, identity);
                    CREATE INDEX answerByExpiry ON answer (expiresAt);
                    """)
        }
        return migrator
    }
}
