import FoundationEssentials
import Testing

@testable import SQLite

@Suite struct ConnectionTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
    }

    @Test(arguments: [.min, 0, .max] as [Int64])
    func `a number is read back unchanged`(number: Int64) throws {
        #expect(try connection.first("SELECT ?", arguments: [number]) { $0.integer(0) } == number)
    }

    @Test(arguments: ["", "é\u{0}\u{1F600}"])
    func `a text is read back unchanged`(text: String) throws {
        #expect(try connection.first("SELECT ?", arguments: [text]) { $0.text(0) } == text)
    }

    @Test(arguments: [[], [0, 255, 0]] as [[UInt8]])
    func `bytes are read back unchanged`(bytes: [UInt8]) throws {
        #expect(try connection.first("SELECT ?", arguments: [bytes]) { $0.blob(0) } == bytes)
    }

    @Test func `Swift's types are bound with matching storage classes`() throws {
        let types = try connection.first(
            "SELECT typeof(?) || typeof(?) || typeof(?) || typeof(?) || typeof(?)",
            arguments: [1 as Int, 1 as Int64, "text", [] as [UInt8], nil as Int?]
        ) { $0.text(0) }
        #expect(types == "integerintegertextblobnull")
    }

    @Test func `NULL is read as 0 or as an empty value`() throws {
        let read = try connection.first("SELECT NULL") { row in
            (row.isNull(0), row.integer(0), row.text(0), row.blob(0))
        }
        #expect(try #require(read) == (true, 0, "", []))
    }

    @Test func `a text that is not UTF-8 is read with replacement characters`() throws {
        let text = try connection.first("SELECT CAST(x'61FF62' AS TEXT)") { $0.text(0) }
        #expect(text == "a\u{FFFD}b")
    }

    @Test func `a statement can be run again while its rows are read`() throws {
        try connection.execute(
            script: "CREATE TABLE number (n); INSERT INTO number VALUES (1), (2)")
        var pairs: [[Int64]] = []
        let sql = "SELECT n FROM number ORDER BY n"
        try connection.forEach(sql) { outer in
            try connection.forEach(sql) { inner in
                pairs.append([outer.integer(0), inner.integer(0)])
            }
        }
        #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
    }

    @Test func `SQLite makes no temporary files`() throws {
        try connection.execute(
            script: """
                PRAGMA temp.cache_size = 1; CREATE TEMP TABLE text (t);
                WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100)
                INSERT INTO text SELECT hex(randomblob(9000)) FROM c
                """)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").map {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!open.contains { $0?.contains("etilqs_") == true })
    }

    @Test func `a reader that stops early leaves no lock`() throws {
        try connection.execute(
            script: "CREATE TABLE number (n); INSERT INTO number VALUES (1), (2)")
        #expect(try connection.first("SELECT n FROM number") { $0.integer(0) } == 1)
        try connection.execute(script: "DROP TABLE number")
    }

    @Test func `removed rows are counted`() throws {
        try connection.execute(
            script: "CREATE TABLE number (n); INSERT INTO number VALUES (1), (2)")
        #expect(try connection.execute("DELETE FROM number WHERE n < ?", 5) == 2)
    }

    @Test func `an error has SQLite's message and the statement, but no arguments`() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("SELECT * FROM nowhere WHERE a = ?", "argument")
        }
        #expect(
            error?.description
                == "SQLite error 1: no such table: nowhere"
                + " - while executing `SELECT * FROM nowhere WHERE a = ?`")
    }

    @Test(arguments: [[], [1, 2]])
    func `a wrong number of arguments is an error`(arguments: [Int]) throws {
        #expect(throws: SQLiteError.self) {
            if arguments.isEmpty {
                try connection.execute("SELECT ?")
            } else {
                try connection.execute("SELECT ?", arguments[0], arguments[1])
            }
        }
    }

    private struct Thrown: Error {}

    @Test func `a transaction whose body throws changes nothing`() throws {
        try connection.execute(script: "CREATE TABLE number (n)")
        #expect(throws: Thrown.self) {
            try connection.transaction { connection in
                try connection.execute("INSERT INTO number VALUES (1)")
                throw Thrown()
            }
        }
        #expect(try connection.integer("SELECT COUNT(*) FROM number") == 0)
        _ = try connection.transaction {
            try $0.execute("INSERT INTO number VALUES (2)")
        }
        #expect(try connection.integer("SELECT n FROM number") == 2)
    }

    @Test func `a database that must not grow gives an error and can still be read`() throws {
        try connection.execute(script: "CREATE TABLE held (value); INSERT INTO held VALUES (7)")
        try connection.execute("PRAGMA max_page_count = 2")
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO held VALUES (zeroblob(100000))")
        }
        #expect(error?.isOutOfSpace == true)
        #expect(try connection.integer("SELECT value FROM held") == 7)
    }

    /// The values are those of Python's hashlib over the same bytes.
    @Test(arguments: [
        ("", "E3B0C44298FC1C149AFBF4C8996FB924"),
        ("'a'", "495AD1EB086D223A697996B9D2B4E791"), ("x'61'", "DBA8FD84D6AD088ABA13BEB738D0E858"),
        ("97", "A33215D6DB9C72E1F91D49A85D65734E"), ("-1", "DB0550D553E2A146E34164D19CD55F00"),
        ("1.5", "59F4F540A937F5B32067EEF74FBD0E05"), ("NULL", "966A28D35016032EE27B1860DF4A9B16"),
        ("'a', 'b'", "1DB526F927E90460BBE02A440498A691"),
        ("'ab', ''", "19C3BDC4988A9F9D3DEF9036119E0AB5"),
        ("'ab', zeroblob(0)", "D18EBDC71D93540AB7B990735073CDB4"),
    ])
    func `a digest distinguishes values, their types and their lengths`(
        arguments: String, digest: String
    ) throws {
        let text = try connection.first("SELECT hex(digest128(\(arguments)))") { $0.text(0) }
        #expect(text == digest)
    }
}
