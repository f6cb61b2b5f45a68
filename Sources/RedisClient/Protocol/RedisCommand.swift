/// A command and its arguments, as bytes.
package struct RedisCommand: Sendable, Hashable {
    /// The command's name first. Never empty.
    package let arguments: [[UInt8]]

    /// `RedisCommand("SET", ["key", value, "PX", 2000])`
    package init(_ name: String, _ arguments: [any RedisArgument] = []) {
        self.arguments = [Array(name.utf8)] + arguments.map(\.redisBytes)
    }

    /// The bytes of the commands, in order, each as an array of blob strings.
    package static func packet(_ commands: [RedisCommand]) -> [UInt8] {
        var bytes: [UInt8] = []
        for command in commands {
            bytes += "*\(command.arguments.count)\r\n".utf8
            for argument in command.arguments {
                bytes += "$\(argument.count)\r\n".utf8
                bytes += argument
                bytes += "\r\n".utf8
            }
        }
        return bytes
    }
}

/// An argument of a command: text, bytes or a number, which is sent in decimal.
package protocol RedisArgument: Sendable {
    var redisBytes: [UInt8] { get }
}

extension String: RedisArgument {
    package var redisBytes: [UInt8] { Array(utf8) }
}

extension [UInt8]: RedisArgument {
    package var redisBytes: [UInt8] { self }
}

extension Int: RedisArgument {
    package var redisBytes: [UInt8] { String(self).redisBytes }
}

extension Int64: RedisArgument {
    package var redisBytes: [UInt8] { String(self).redisBytes }
}
