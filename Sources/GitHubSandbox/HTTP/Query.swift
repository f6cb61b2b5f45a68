import HTTPServer

/// The members of a query or a form, in order.
struct Query: Sendable {
    struct Member: Hashable, Sendable {
        let name: String
        let value: String
    }

    private(set) var members: [Member]

    init(_ text: some StringProtocol) {
        members = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Member(
                name: Percent.decode(parts[0], plusIsSpace: true),
                value: parts.count > 1 ? Percent.decode(parts[1], plusIsSpace: true) : "")
        }
    }

    init(_ members: [Member]) {
        self.members = members
    }

    /// The value of the first member `name`.
    subscript(name: String) -> String? {
        members.first { $0.name == name }?.value
    }

    /// The first member `name` as an integer. One that is too long is the largest or the smallest.
    func integer(_ name: String) -> Int? {
        guard let text = self[name] else { return nil }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        guard !digits.isEmpty, text.utf8.count - digits.count < 2,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text) ?? (text.hasPrefix("-") ? .min : .max)
    }

    /// The members encoded as GitHub encodes them in `Link`, with `name` set to `value`: in its
    /// place if it was sent, otherwise at the end.
    func text(setting name: String, to value: Int) -> String {
        var changed = members
        let member = Member(name: name, value: String(value))
        if let index = changed.firstIndex(where: { $0.name == name }) {
            changed[index] = member
        } else {
            changed.append(member)
        }
        return Query(changed).text
    }

    var text: String {
        members.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }
            .joined(separator: "&")
    }
}
