import Testing

@testable import RedisClient

@Suite struct RedisCommandTests {
    @Test func `a command is an array of blob strings with any bytes`() {
        let command = RedisCommand("SET", ["key", [0x0D, 0x0A, 0xFF] as [UInt8], "PX", 2000])
        let expected =
            Array("*5\r\n$3\r\nSET\r\n$3\r\nkey\r\n$3\r\n".utf8) + [0x0D, 0x0A, 0xFF]
            + Array("\r\n$2\r\nPX\r\n$4\r\n2000\r\n".utf8)
        #expect(RedisCommand.packet([command]) == expected)
        #expect(RedisCommand.packet([command, command]) == expected + expected)
        #expect(RedisCommand.packet([]) == [])
    }
}
