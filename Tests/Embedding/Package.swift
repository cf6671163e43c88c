// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else's: the whole pawl command line with plugins of its own compiled in.
let package = Package(
    name: "coffee",
    dependencies: [.package(name: "pawl", path: "../..", traits: ["Codegen"])],
    targets: [
        .executableTarget(
            name: "coffee",
            dependencies: [
                .product(name: "PawlKit", package: "pawl"),
                .product(name: "PawlMachine", package: "pawl"),
                .product(name: "PawlCommands", package: "pawl"),
                .product(name: "LogPlugin", package: "pawl"),
            ],
            // Makes Swift types of `workflows`.
            plugins: [.plugin(name: "PawlCodegen", package: "pawl")]
        ),
        .testTarget(
            name: "coffeeTests",
            dependencies: [
                "coffee",
                .product(name: "PawlEngine", package: "pawl"),
                .product(name: "PawlTestKit", package: "pawl"),
            ]
        ),
    ]
)
