import FoundationEssentials

/// Runs every parser on an input, and on one that is twice as long; or, with the paths of files, the
/// parser of heads on each of them.
///
/// `Tests/EndToEnd/test_doubling.py` runs it under valgrind, which counts the instructions of each
/// call of `counted`. They are in the order of the lines that this prints: the name of the case, and
/// the size of the input. For a file they are its path and its bytes.
@main
enum Doubling {
    nonisolated(unsafe) static var parse: () -> Void = {}

    static func main() throws {
        for path in CommandLine.arguments.dropFirst() {
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            parse = ParserCase.head(of: bytes)
            // The first run pays for what Swift does once per type.
            for _ in 0..<2 {
                counted()
                print(path, bytes.count, separator: "\t")
            }
        }
        if CommandLine.arguments.count > 1 { return }
        for item in ParserCase.all {
            for size in [item.size / 8, item.size, 2 * item.size] {
                parse = item.input(size)
                counted()
                print(item.name, size, separator: "\t")
            }
        }
    }
}

/// The test knows its symbol.
@inline(never)
func counted() {
    Doubling.parse()
}
