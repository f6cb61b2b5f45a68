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
