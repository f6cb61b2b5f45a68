import ArgumentParser

/// Flags that are plain values, with a table that has one line for each of them.
///
/// The table is the one place that says which flags there are. ArgumentParser reads it as if each
/// line were a property with a wrapper, and makes help, completions and errors from it. ``take(_:)``
/// reads a flag from the same table without ArgumentParser, whose reflection takes more than half of
/// a server's start.
protocol FlagGroup: ParsableArguments, CustomReflectable, Equatable, Sendable {
    static var flags: [FlagLine<Self>] { get }
}

extension FlagGroup {
    /// Takes the first flag, with its value, out of `arguments` and sets it.
    ///
    /// - Returns: false if the first argument is not a flag of this group, lacks a valid value, or is
    ///   ambiguous. ArgumentParser then reads the command line.
    mutating func take(_ arguments: inout ArraySlice<String>) -> Bool {
        guard let word = arguments.first, word.hasPrefix("--") else { return false }
        let parts = word.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let flag = Self.flags.first(where: { $0.name == parts[0] }) else { return false }
        var rest = arguments.dropFirst()
        var value: String?
        if parts.count > 1 {
            value = String(parts[1])
        } else if flag.takesValue {
            // It may be the next flag.
            guard let next = rest.popFirst(), !next.hasPrefix("-") else { return false }
            value = next
        }
        guard value != "", flag.set(&self, value) else { return false }
        arguments = rest
        return true
    }

    /// What ArgumentParser looks for in a type: properties with wrappers.
    var customMirror: Mirror {
        Mirror(self, children: Self.flags.map { (label: $0.name, value: $0.wrapper()) })
    }

    /// Takes over the values that ArgumentParser has read.
    init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: FlagName.self)
        for flag in Self.flags { try flag.decode(values, &self) }
    }
}

/// The name of a flag without its dashes, by which ArgumentParser knows its value.
struct FlagName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
