import Glibc

/// A URI by which SQLite reads a file without changing it.
///
/// - SeeAlso: SQLite, "Uniform Resource Identifiers".
struct UntouchedURI {
    let text: String

    init(path: String) {
        // A log with an index is read too, without writing the index. Without both, SQLite treats
        // the file as immutable.
        let hasLog = Self.hasContent("\(path)-wal") && Self.hasContent("\(path)-shm")
        let option = hasLog ? "readonly_shm" : "immutable"
        text = "file:\(path.hasPrefix("/") ? "//" : "")\(Self.encoded(path))?\(option)=1"
    }

    private static func hasContent(_ path: String) -> Bool {
        guard let file = fopen(path, "re") else { return false }
        defer { fclose(file) }
        return fgetc(file) != EOF
    }

    /// Keeps letters, digits and separators; encodes everything else.
    private static func encoded(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }
}
