/// The versions of a database's schema. `PRAGMA user_version` counts the applied steps.
package struct Migrations: Sendable {
    /// SQL scripts. A released step is never changed.
    let steps: [String]

    package init(_ steps: [String]) {
        self.steps = steps
    }

    /// The database has steps that this program does not know.
    package struct NewerVersion: Error, CustomStringConvertible {
        let found: Int
        let known: Int

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

    /// Reads the version without changing the file. If it cannot be read this way, ``apply(to:)``
    /// checks it.
    package func refuseNewerVersion(at path: String) throws(NewerVersion) {
        guard
            let version = try? Connection(path: path, .untouched).integer("PRAGMA user_version"),
            version > steps.count
        else { return }
        throw NewerVersion(found: Int(version), known: steps.count)
    }

    private func missing(in connection: Connection) throws -> Int {
        let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
        guard (0...steps.count).contains(version) else {
            throw NewerVersion(found: version, known: steps.count)
        }
        return steps.count - version
    }
}
