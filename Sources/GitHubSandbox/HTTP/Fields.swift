/// The fields of a head, in order.
typealias Fields = [(name: String, value: String)]

extension [(name: String, value: String)] {
    /// The value of the first field `name`, in any case.
    subscript(name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The fields with those of `others` in place of theirs.
    func replacing(_ others: Fields) -> Fields {
        filter { others[$0.name] == nil } + others
    }
}
