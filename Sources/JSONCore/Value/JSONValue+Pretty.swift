extension JSONValue {
    /// The value as indented JSON, two spaces per level, without a final line feed.
    public func pretty() -> String {
        var output: [UInt8] = []
        writePretty(to: &output, indentation: 0)
        return String(decoding: output, as: UTF8.self)
    }

    private func writePretty(to output: inout [UInt8], indentation: Int) {
        switch self {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                startLine(in: &output, isFirst: index == 0, indentation: indentation + 2)
                element.writePretty(to: &output, indentation: indentation + 2)
            }
            endLines(in: &output, indentation: indentation)
            output.append(UInt8(ascii: "]"))
        case .object(let members) where !members.isEmpty:
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                startLine(in: &output, isFirst: index == 0, indentation: indentation + 2)
                JSONWriter.write(member.key, to: &output)
                JSONWriter.write(raw: ": ", to: &output)
                member.value.writePretty(to: &output, indentation: indentation + 2)
            }
            endLines(in: &output, indentation: indentation)
            output.append(UInt8(ascii: "}"))
        default:
            write(to: &output)
        }
    }

    private func startLine(in output: inout [UInt8], isFirst: Bool, indentation: Int) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        endLines(in: &output, indentation: indentation)
    }

    private func endLines(in output: inout [UInt8], indentation: Int) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    }
}
