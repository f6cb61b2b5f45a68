import SQLite

/// The tables of the cache file, one migration per released version.
///
/// Times are Unix times in milliseconds, rounded down.
enum CacheSchema {
    /// Migrates an open file to this program's version. Only reads if it is current.
    static func prepare(_ connection: Connection) throws {
        if let version = try connection.integer("PRAGMA user_version"), (0...1).contains(version) {
            try connection.execute(script: newFile)
            try adoptFormerVersion(connection)
        }
        try migrations.apply(to: connection)
    }

    /// Must be set before the first table is created. In a file with tables `auto_vacuum` does not
    /// change.
    private static let newFile = "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL"

    /// Earlier files were made with GRDB, which keeps the applied steps in a table.
    private static func adoptFormerVersion(_ connection: Connection) throws {
        let table = "FROM sqlite_schema WHERE name = 'grdb_migrations'"
        guard try connection.integer("SELECT COUNT(*) \(table)") == 1 else { return }
        try connection.transaction(.immediate) { connection in
            // Another process may have adopted it first.
            guard try connection.integer("SELECT COUNT(*) \(table)") == 1 else { return }
            let steps = try connection.integer("SELECT COUNT(*) FROM grdb_migrations") ?? 0
            let script = "PRAGMA user_version = \(steps); DROP TABLE grdb_migrations"
            try connection.execute(script: script)
        }
    }

    static let migrations = Migrations([
        // 1: responses, tags, memos, identity key. The body is the last column, so that the others
        // are on the row's first page.
        """
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
        CREATE UNIQUE INDEX responseByKey ON response (url, method, identity, varying);
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
        INSERT INTO identityKey (id, bytes) VALUES (1, randomblob(32));
        """,
        // 2: totals.
        """
        CREATE TABLE total (
            name TEXT PRIMARY KEY,
            count INTEGER NOT NULL,
            since INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        // 3: deflated bodies. The length of the body before deflating; null if it is not deflated.
        "ALTER TABLE response ADD COLUMN bodyLength INTEGER;",
        // 4: results. A part is a response's id and its receivedAt when the result was made.
        """
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
        """,
    ])
}
