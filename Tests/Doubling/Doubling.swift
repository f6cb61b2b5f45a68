import FoundationEssentials

/// Runs every parser on an input and on one twice as long; or, given the paths of files, runs the
/// parser of response heads on each of them.
///
/// `Tests/EndToEnd/test_doubling.py` runs it under valgrind, which counts the instructions of each
/// call of `counted`. They follow the order of the printed lines: the name of the case and the size
/// of the input, or the path and the size of a file.
@main
enum Doubling {
    nonisolated(unsafe) static var parse: () -> Void = {}

    static func main() throws {
        for path in CommandLine.arguments.dropFirst() {
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            parse = ParserCase.head(of: bytes)
            // The first run includes what Swift does once per type.
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

/// The test finds this function by its symbol.
@inline(never)
func counted() {
    Doubling.parse()
}
