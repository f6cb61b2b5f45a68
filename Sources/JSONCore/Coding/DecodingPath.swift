/// The path to a value that is being decoded.
///
/// Its array of keys is built only on demand, for errors: a page of a hundred repositories has two
/// thousand values.
struct DecodingPath {
    let parents: [any CodingKey]
    /// Nil for the root.
    let last: (any CodingKey)?

    init() {
        parents = []
        last = nil
    }

    init(_ parents: [any CodingKey], _ last: any CodingKey) {
        self.parents = parents
        self.last = last
    }

    var keys: [any CodingKey] {
        last.map { parents + [$0] } ?? parents
    }
}
