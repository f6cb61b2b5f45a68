import Secrets
import Testing

@testable import RedisClient

@Suite struct RedisConfigurationTests {
    @Test(arguments: [
        ("redis://cache", "redis://cache:6379"),
        ("redis://cache:7000/3", "redis://cache:7000/3"),
        ("redis://cache/", "redis://cache:6379"),
        ("REDIS://127.0.0.1", "redis://127.0.0.1:6379"),
        ("rediss://me@cache.example.org", "rediss://cache.example.org:6379"),
        ("redis://me:secret@[::1]:7000", "redis://[::1]:7000"),
        ("redis://[::1]", "redis://[::1]:6379"),
        ("unix:/run/redis.sock", "unix:/run/redis.sock"),
    ])
    func `an address is printed without user and password`(
        text: String, url: String
    ) throws {
        #expect(try RedisConfiguration(parsing: text).url == url)
    }

    @Test(arguments: [
        ("redis://cache", nil, nil), ("redis://@cache", nil, nil), ("redis://:@cache", nil, nil),
        ("redis://me@cache", "me", nil), ("redis://:secret@cache", nil, "secret"),
        ("redis://me:se:cr@et@cache", "me", "se:cr@et"),
        ("redis://m%65:%40%2f%C3%A9@cache", "me", "@/é"),
    ])
    func `user and password are taken from the address`(
        text: String, user: String?, password: String?
    ) throws {
        let configuration = try RedisConfiguration(parsing: text)
        #expect(configuration.user == user)
        #expect(configuration.password?.reveal() == password)
    }

    @Test func `TLS is used for rediss only`() throws {
        #expect(try RedisConfiguration(parsing: "rediss://cache").usesTLS)
        #expect(try !RedisConfiguration(parsing: "redis://cache").usesTLS)
        #expect(try !RedisConfiguration(parsing: "unix:/s").usesTLS)
    }

    @Test(arguments: [
        ("", RedisURLError.scheme), ("cache:6379", .scheme), ("http://cache", .scheme),
        ("redis:/cache", .scheme), ("redis://", .host), ("redis:///1", .host),
        ("redis://:7000", .host), ("redis://a b", .host), ("redis://::1", .host),
        ("redis://[::1", .host), ("redis://é", .host),
        ("redis://cache:", .port), ("redis://cache:0", .port), ("redis://cache:65536", .port),
        ("redis://cache:+1", .port), ("redis://cache/x", .database),
        ("redis://cache/-1", .database),
        ("redis://cache/1/2", .database), ("redis://cache?db=1", .trailing),
        ("redis://%zz@cache", .percentEncoding), ("redis://:%ff@cache", .percentEncoding),
        ("unix:", .socketPath), ("unix:relative", .socketPath),
    ])
    func `invalid addresses are refused`(text: String, error: RedisURLError) {
        #expect(throws: error) { try RedisConfiguration(parsing: text) }
    }

    @Test func `the path of a socket has at most 107 bytes`() throws {
        let path = "/" + String(repeating: "x", count: 106)
        #expect(try RedisConfiguration(parsing: "unix:" + path).address == .unix(path: path))
        #expect(throws: RedisURLError.socketPath) {
            try RedisConfiguration(parsing: "unix:" + path + "x")
        }
    }

    @Test func `configurations and errors do not show the password`() throws {
        let configuration = try RedisConfiguration(parsing: "redis://me:hunter2@cache")
        var dumped = "\(configuration) \(String(reflecting: configuration))"
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(dumped.contains("<secret>"))
        let error = #expect(throws: RedisURLError.self) {
            try RedisConfiguration(parsing: "redis://me:hunter2@cache:port")
        }
        #expect(error.map { "\($0) \(String(reflecting: $0))".contains("hunter2") } == false)
    }
}
