import CSQLite
import Crypto

/// The SQL function `digest128(value, ...)`: the first 128 bits of SHA-256 over its arguments.
///
/// Each argument is preceded by its storage class and its length, so different lists of values
/// never have the same input. Every connection has the function.
enum Digest {
    static func define(on database: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        sqlite3_create_function_v2(database, "digest128", -1, flags, nil, compute, nil, nil, nil)
    }

    private static let compute:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            context, count, values in
            var hash = SHA256()
            for index in 0..<Int(count) {
                guard let value = values?[index] else { continue }
                add(value, to: &hash)
            }
            hash.finalize().withUnsafeBytes {
                sqlite3_result_blob(context, $0.baseAddress, 16, csqlite_transient())
            }
        }

    private static func add(_ value: OpaquePointer, to hash: inout SHA256) {
        let kind = sqlite3_value_type(value)
        // Before the length, because SQLite may have to convert the value.
        let start = kind == SQLITE_TEXT || kind == SQLITE_BLOB ? sqlite3_value_blob(value) : nil
        let number =
            switch kind {
            case SQLITE_INTEGER: UInt64(bitPattern: sqlite3_value_int64(value))
            case SQLITE_FLOAT: sqlite3_value_double(value).bitPattern
            default: UInt64(sqlite3_value_bytes(value))
            }
        withUnsafeBytes(of: (UInt64(kind).littleEndian, number.littleEndian)) {
            hash.update(bufferPointer: $0)
        }
        if let start {
            hash.update(bufferPointer: UnsafeRawBufferPointer(start: start, count: Int(number)))
        }
    }
}
