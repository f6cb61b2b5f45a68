/// The versions of a database's schema. `PRAGMA user_version` counts the applied steps.
package struct Migrations: Sendable {
    /// SQL scripts. A released step is never changed.
    package let steps: [String]

    package init(_ steps: [String]) {
        self.steps = steps
    }

    /// The database has steps that this program does not know.
    package struct NewerVersion: Error, CustomStringConvertible {
        package let found: Int
        package let known: Int

        package init(found: Int, known: Int) {
            self.found = found
            self.known = known
        }

        package var description: String {
            "the file was made by a newer version: it has schema \(found), this server \(known)"
        }
    }

    /// Applies the missing steps in one transaction. Writes nothing if there are none.
    ///
    /// - Throws: ``NewerVersion`` or ``SQLiteError``.
    package func apply(to connection: Connection) throws {
        guard try missing(in: connection) > 0 else { return }
        try connection.transaction(.immediate) { connection in
            // Another process may have applied them first.
            for step in steps.suffix(try missing(in: connection)) {
                try connection.execute(script: step)
            }
            try connection.execute(script: "PRAGMA user_version = \(steps.count)")
        }
    }

    private func missing(in connection: Connection) throws -> Int {
        let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
        guard (0...steps.count).contains(version) else {
            throw NewerVersion(found: version, known: steps.count)
        }
        return steps.count - version
    }
}
