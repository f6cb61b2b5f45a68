import Testing

@testable import Transports

@Suite struct HostAndPortTests {
    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1", 80), ("localhost:0", "localhost", 0),
        ("[::1]:65535", "::1", 65535), ("example.org:8080", "example.org", 8080),
    ])
    func `a host and a port are parsed`(text: String, host: String, port: Int) throws {
        let parsed = try HostAndPort(parsing: text)
        #expect(parsed == HostAndPort(host: host, port: port))
        #expect(parsed.description == text)
    }

    @Test(arguments: [
        "", "80", ":80", "host", "host:", "host:+1", "host:-1", "host:65536", "::1:80", "[]:80",
        "host: 80",
    ])
    func `anything but HOST and PORT is refused`(text: String) {
        #expect(throws: TransportError.invalidHostAndPort(text)) {
            try HostAndPort(parsing: text)
        }
    }

    @Test(arguments: [
        ("127.0.0.1:0", true), ("127.255.0.9:0", true), ("[::1]:0", true), ("localhost:0", true),
        ("[::ffff:127.0.0.1]:0", true), ("0.0.0.0:0", false), ("[::]:0", false),
        ("10.0.0.1:0", false), ("128.0.0.1:0", false), ("[::ffff:10.0.0.1]:0", false),
    ])
    func `only addresses of this machine are loopback`(text: String, isLoopback: Bool) throws {
        let address = try HostAndPort(parsing: text).resolved()
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: ["unix:/tmp/socket", "tcp:127.0.0.1:80", "tcp:[::1]:80"])
    func `a server's address is parsed as printed`(text: String) throws {
        #expect(try ServerAddress(parsing: text).description == text)
    }

    @Test(arguments: ["", "unix:", "/tmp/socket", "http://127.0.0.1", "stdio"])
    func `an address of an unknown kind is refused`(text: String) {
        #expect(throws: TransportError.invalidAddress(text)) {
            try ServerAddress(parsing: text)
        }
    }
}
