// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "echo",
    dependencies: [
        // From a package of your own: .package(url: "…", from: "0.1.0")
        .package(name: "GitXplorer", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "echo",
            dependencies: [
                .product(name: "HTTPServer", package: "GitXplorer"),
                .product(name: "JSONCore", package: "GitXplorer"),
                .product(name: "JSONRPC", package: "GitXplorer"),
                .product(name: "Transports", package: "GitXplorer"),
            ])
    ]
)
