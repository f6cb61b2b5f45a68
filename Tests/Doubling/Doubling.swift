/// Runs every parser on an input, and on one that is twice as long.
///
/// `Tests/EndToEnd/test_doubling.py` runs it under valgrind, which counts the instructions of each
/// call of `counted`. They are in the order of the lines that this prints: the name of the case, and
/// the size of the input.
@main
enum Doubling {
    nonisolated(unsafe) static var parse: () -> Void = {}

    static func main() {
        for item in ParserCase.all {
            // The first run pays for what Swift does once per type.
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
