// swift-tools-version: 6.2
import PackageDescription

let nio = "swift-nio"
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
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
]

var targets: [Target] = [
    module("JSONCore"),
    module("JSONSchema", ["JSONCore"]),
    module("JSONRPC", ["JSONCore"]),
    .target(name: "CGlibc"),
    module(
        "Transports",
        [
            "JSONRPC", "CGlibc", log, .product(name: "NIOCore", package: nio),
            .product(name: "NIOPosix", package: nio),
        ]),
    module("HTTPCore", [httpTypes]),
    .target(name: "CCurl"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    module("CurlHTTP", ["HTTPCore", "CCurl", "CZlib", httpTypes]),
    module(
        "HTTPCache",
        [
            "HTTPCore", "CZlib", httpTypes, log, .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "Crypto", package: "swift-crypto"),
        ]),
    module("GitHubAPI", ["JSONCore", "HTTPCore", httpTypes, log]),
    module("Explorer", ["GitHubAPI"]),
    module("ExplorerRPC", ["Explorer", "JSONRPC", "JSONSchema", "JSONCore"]),
    module("MCPBridge", ["ExplorerRPC", "JSONRPC", "JSONCore"]),
    module(
        "GitHubSandbox",
        [
            "JSONCore", "CZlib", .product(name: "NIOCore", package: nio),
            .product(name: "NIOPosix", package: nio), .product(name: "NIOHTTP1", package: nio),
            .product(name: "Crypto", package: "swift-crypto"),
        ]),
    .executableTarget(
        name: "gitxplorer",
        dependencies: [
            "CGlibc", "JSONCore", "JSONSchema", "JSONRPC", "Transports", "HTTPCore", "CurlHTTP",
            "HTTPCache", "GitHubAPI", "Explorer", "ExplorerRPC", "MCPBridge", "GitHubSandbox", log,
            httpTypes,
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ], swiftSettings: strict),
    .target(
        name: "FuzzTargets", dependencies: ["JSONRPC", "JSONCore"], path: "Fuzz/Targets",
        swiftSettings: strict),
    tests("JSONCore"), tests("JSONSchema", ["JSONCore"]),
    tests("JSONRPC", ["JSONCore", "FuzzTargets"]),
    tests(
        "Transports",
        [
            "JSONRPC", "JSONCore", .product(name: "NIOCore", package: nio),
            .product(name: "NIOEmbedded", package: nio),
        ]),
    tests("HTTPCore"),
    tests("CurlHTTP", ["HTTPCore"]), tests("HTTPCache", ["HTTPCore"]),
    tests("GitHubAPI", ["HTTPCore"]), tests("Explorer", ["GitHubAPI", "HTTPCore"]),
    tests(
        "ExplorerRPC",
        ["JSONCore", "JSONSchema", "JSONRPC", "Explorer", "GitHubAPI", "HTTPCore", httpTypes]),
    tests("MCPBridge", ["ExplorerRPC", "JSONRPC", "JSONCore"]),
    tests("GitHubSandbox", ["JSONCore", "CZlib"]),
]

let package = Package(
    name: "GitXplorer",
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "3.12.3"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: targets
)
