import HTTPCore
import Testing

@Suite struct URLHostTests {
    @Test(arguments: [
        ("api.github.com", "api.github.com"), ("GHE.Example:8443", "ghe.example"),
        ("[::1]:80", "::1"), ("[::1]", "::1"), ("127.0.0.1:1", "127.0.0.1"), ("", ""),
    ])
    func `a host has no port, brackets or capitals`(authority: String, name: String) {
        #expect(URLHost(authority: authority).name == name)
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:80", "api.localhost", "127.0.0.1:8080", "127.255.255.254", "127.1",
        "0x7f000001", "2130706433", "0177.0.0.1", "[::1]:80", "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
    ])
    func `every name that libcurl resolves to this machine is loopback`(authority: String) {
        #expect(URLHost(authority: authority).isLoopback)
    }

    @Test(arguments: [
        "api.github.com", "localhost.example", "notlocalhost", "127.0.0.1.example", "128.0.0.1",
        "0.0.0.0", "10.0.0.1", "[::]", "[::2]", "[::ffff:10.0.0.1]", "[fe80::1]", "1", "",
    ])
    func `other hosts are not loopback`(authority: String) {
        #expect(!URLHost(authority: authority).isLoopback)
    }
}
