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
