/// A command and its arguments, as bytes.
package struct RedisCommand: Sendable, Hashable {
    /// The command's name first. Never empty.
    package let arguments: [[UInt8]]

    /// `RedisCommand("SET", ["key", value, "PX", "2000"])`
    package init(_ name: String, _ arguments: [RedisArgument] = []) {
        self.arguments = [Array(name.utf8)] + arguments.map(\.bytes)
    }

    /// The bytes of the commands, in order.
    package static func packet(_ commands: [RedisCommand]) -> [UInt8] {
        var bytes: [UInt8] = []
        for command in commands { command.append(to: &bytes) }
        return bytes
    }

    /// Appends the command as it is sent: an array of blob strings.
    private func append(to output: inout [UInt8]) {
        Self.appendHead("*", arguments.count, to: &output)
        for argument in arguments {
            Self.appendHead("$", argument.count, to: &output)
            output += argument
            output += [0x0D, 0x0A]
        }
    }

    private static func appendHead(_ type: Unicode.Scalar, _ count: Int, to output: inout [UInt8]) {
        output.append(UInt8(ascii: type))
        output += String(count).utf8
        output += [0x0D, 0x0A]
    }
}

/// One argument of a command: text, bytes or a number.
package struct RedisArgument: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// In decimal.
    package init(_ number: some FixedWidthInteger) {
        self.init(String(number))
    }
}

extension RedisArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral text: String) {
        self.init(text)
    }

    package init(integerLiteral number: Int) {
        self.init(number)
    }
}
