// swift-tools-version: 6.2
import PackageDescription

let nio = "swift-nio"
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: strict)
}

func tests(
    _ module: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.byName(name: module)] + dependencies,
        exclude: exclude, swiftSettings: strict)
}

/// Swift 6 language mode comes with the tools version; on top of it every warning is an error.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

var targets: [Target] = [
    .target(name: "CGlibc"),
    module("LinuxSystem", ["CGlibc"]),
    module("Secrets"),
    module("Hosting", ["LinuxSystem", "CGlibc"]),
    module("JSONCore"),
    module("JSONSchema", ["JSONCore"]),
    module("JSONRPC", ["JSONCore"]),
    module(
        "Transports",
        [
            "JSONRPC", "JSONCore", "Hosting", "HTTPServer", "LinuxSystem", "CGlibc", log,
            .product(name: "NIOCore", package: nio),
            .product(name: "NIOPosix", package: nio), .product(name: "NIOHTTP1", package: nio),
        ]),
    module(
        "HTTPServer",
        [
            "LinuxSystem", .product(name: "NIOCore", package: nio),
            .product(name: "NIOPosix", package: nio), .product(name: "NIOHTTP1", package: nio),
            .product(name: "NIOWebSocket", package: nio),
        ]),
    module("HTTPCore", ["LinuxSystem", "Secrets", "CZlib", httpTypes]),
    .target(name: "CCurl"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    module("CurlHTTP", ["HTTPCore", "LinuxSystem", "Secrets", "CCurl", "CZlib", httpTypes]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    module("SQLite", ["CSQLite", .product(name: "Crypto", package: "swift-crypto")]),
    module(
        "HTTPCache",
        [
            "HTTPCore", "SQLite", "LinuxSystem", "Secrets", "CZlib", httpTypes, log,
            .product(name: "Crypto", package: "swift-crypto"),
        ]),
    module(
        "RedisClient",
        [
            "LinuxSystem", "Secrets", log, .product(name: "NIOCore", package: nio),
            .product(name: "NIOPosix", package: nio),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ]),
    module(
        "SharedCache",
        [
            "HTTPCache", "HTTPCore", "GitHubUpstream", "RedisClient", "Secrets", log, httpTypes,
            .product(name: "Crypto", package: "swift-crypto"),
        ]),
    module("GitHubUpstream", ["JSONCore", "HTTPCore", "Secrets", httpTypes]),
    module("GitHubAPI", ["JSONCore", "HTTPCore", "GitHubUpstream", "Secrets", httpTypes, log]),
    module("Explorer", ["GitHubAPI", "HTTPCore", "JSONCore", "Secrets"]),
    module(
        "ExplorerRPC",
        ["Explorer", "GitHubAPI", "HTTPCore", "JSONRPC", "JSONSchema", "JSONCore", "Secrets"],
        resources: [.embedInCode("Documents/examples.json")]),
    module("MCPBridge", ["ExplorerRPC", "HTTPCore", "JSONRPC", "JSONSchema", "JSONCore"]),
    module(
        "HTTPFront",
        [
            "ExplorerRPC", "Hosting", "HTTPCore", "HTTPServer", "JSONCore", "JSONRPC",
            "LinuxSystem", "MCPBridge", "Transports", "CZlib",
            .product(name: "NIOCore", package: nio), .product(name: "NIOHTTP1", package: nio),
            .product(name: "Crypto", package: "swift-crypto"),
        ], exclude: ["Pages/web/rpc.d.mts"], resources: [.embedInCode("Pages/web")]),
    module(
        "GitHubProxy",
        [
            "HTTPCache", "HTTPCore", "HTTPServer", "Secrets", httpTypes,
            .product(name: "NIOCore", package: nio), .product(name: "NIOHTTP1", package: nio),
        ]),
    module(
        "GitHubSandbox",
        [
            "HTTPServer", "JSONCore", "JSONSchema", "LinuxSystem", "CZlib",
            .product(name: "NIOCore", package: nio),
            .product(name: "NIOPosix", package: nio), .product(name: "NIOHTTP1", package: nio),
            .product(name: "Crypto", package: "swift-crypto"),
        ]),
    .executableTarget(
        name: "gitxplorer",
        dependencies: [
            "LinuxSystem", "CGlibc", "Hosting", "Secrets", "JSONCore", "JSONSchema", "JSONRPC",
            "Transports", "HTTPCore", "CurlHTTP", "HTTPCache", "RedisClient", "SharedCache",
            "GitHubUpstream", "GitHubAPI", "Explorer", "ExplorerRPC", "HTTPFront", "MCPBridge",
            "GitHubProxy", "GitHubSandbox", "ServerEnvironment", log, httpTypes,
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: strict,
        linkerSettings: [
            // All symbols are bound at the start, so that their table can be made read-only.
            .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"]),
            // The default, gold, does not have what the Makefile asks of the linker.
            .unsafeFlags(["-use-ld=lld"], .when(configuration: .release)),
        ]),
    module("ServerEnvironment", ["HTTPCore"]),
    .executableTarget(
        name: "gitxplorer-dev",
        dependencies: [
            "ExplorerRPC", "GitHubSandbox", "JSONCore", "JSONSchema", "ServerEnvironment",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: strict),
    // What `Tests/EndToEnd/test_doubling.py` counts the instructions of.
    .executableTarget(
        name: "doubling",
        dependencies: [
            "CurlHTTP", "ExplorerRPC", "GitHubAPI", "GitHubSandbox", "HTTPCache", "HTTPCore",
            "JSONCore", "JSONRPC", "JSONSchema", "RedisClient", "Secrets", httpTypes,
        ], path: "Tests/Doubling", swiftSettings: strict),
    // Without access to `package` declarations, like the package of a stranger.
    .executableTarget(
        name: "echo", dependencies: ["HTTPServer", "JSONCore", "JSONRPC", "Transports"],
        path: "Examples/echo/Sources/echo", packageAccess: false, swiftSettings: strict),
    .target(
        name: "FuzzTargets",
        dependencies: [
            "JSONRPC", "JSONCore", "JSONSchema", "HTTPCore", "HTTPCache", "GitHubUpstream",
            "GitHubAPI", "Explorer", "ExplorerRPC", "RedisClient", "SharedCache", "SQLite",
            "CurlHTTP", "Secrets", "HTTPServer", log, httpTypes,
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "NIOCore", package: nio), .product(name: "NIOEmbedded", package: nio),
            .product(name: "NIOHTTP1", package: nio),
        ], path: "Fuzz/Targets",
        swiftSettings: strict),
    tests("LinuxSystem", ["TestSupport"]), tests("Hosting", ["LinuxSystem", "TestSupport"]),
    tests("ServerEnvironment"), tests("JSONCore"),
    tests("JSONSchema", ["JSONCore"]),
    tests("JSONRPC", ["JSONCore", "FuzzTargets", "TestSupport"]),
    tests(
        "Transports",
        [
            "HTTPServer", "JSONRPC", "JSONCore", "Hosting", "LinuxSystem", "TestSupport",
            .product(name: "NIOCore", package: nio), .product(name: "NIOEmbedded", package: nio),
        ]),
    tests(
        "HTTPServer",
        [
            .product(name: "NIOCore", package: nio), .product(name: "NIOEmbedded", package: nio),
            .product(name: "NIOHTTP1", package: nio),
        ]),
    tests("HTTPCore"), tests("Secrets"),
    tests("CurlHTTP", ["HTTPCore", "Secrets", "TestSupport"]),
    tests("SQLite", ["TestSupport"]),
    tests(
        "HTTPCache",
        [
            "HTTPCore", "SQLite", "Secrets", "FuzzTargets", "TestSupport", httpTypes,
            .product(name: "Crypto", package: "swift-crypto"),
        ]),
    tests("RedisClient", ["LinuxSystem", "Secrets", .product(name: "NIOEmbedded", package: nio)]),
    .target(
        name: "TestSupport",
        dependencies: [
            "JSONCore", "JSONRPC", "Transports", "LinuxSystem", "HTTPCore", log, httpTypes,
        ], path: "Tests/TestSupport", swiftSettings: strict),
    tests(
        "SharedCache",
        [
            "GitHubUpstream", "HTTPCache", "HTTPCore", "RedisClient", "Secrets", "FuzzTargets",
            "TestSupport", httpTypes,
        ]),
    tests("GitHubUpstream", ["HTTPCore", "Secrets", "TestSupport", httpTypes]),
    tests(
        "GitHubAPI",
        ["GitHubUpstream", "HTTPCore", "JSONCore", "Secrets", "TestSupport", httpTypes]),
    tests(
        "Explorer", ["GitHubAPI", "HTTPCore", "Secrets", "FuzzTargets", "TestSupport", httpTypes]),
    tests(
        "ExplorerRPC",
        [
            "JSONCore", "JSONSchema", "JSONRPC", "Explorer", "GitHubAPI", "HTTPCore", "TestSupport",
            httpTypes,
        ]),
    tests(
        "HTTPFront",
        [
            "ExplorerRPC", "HTTPCore", "HTTPServer", "JSONCore",
            .product(name: "NIOHTTP1", package: nio),
        ]),
    tests(
        "GitHubProxy",
        [
            "CZlib", "HTTPCore", "HTTPServer", "Secrets", httpTypes,
            .product(name: "NIOHTTP1", package: nio),
        ]),
    tests("MCPBridge", ["ExplorerRPC", "JSONRPC", "JSONCore", "TestSupport"]),
    tests("GitHubSandbox", ["HTTPServer", "JSONCore", "CZlib", "TestSupport"]),
    tests(
        "gitxplorer",
        [
            "Explorer", "ExplorerRPC", "JSONCore", "JSONRPC", "JSONSchema", "LinuxSystem",
            "ServerEnvironment", "TestSupport", "Transports", log,
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
]

let package = Package(
    name: "GitXplorer",
    products: [
        .library(name: "Hosting", targets: ["Hosting"]),
        .library(name: "HTTPServer", targets: ["HTTPServer"]),
        .library(name: "JSONCore", targets: ["JSONCore"]),
        .library(name: "JSONRPC", targets: ["JSONRPC"]),
        .library(name: "Transports", targets: ["Transports"]),
    ],
    // One version each, so that no later release is built before it was read. A package that uses the
    // library products gets the same versions; one that must have others uses a changed copy.
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: targets
)
