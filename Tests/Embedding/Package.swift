// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else's: the whole pawl command line with a plugin of its own compiled in.
let package = Package(
    name: "coffee",
    dependencies: [.package(name: "pawl", path: "../..")],
    targets: [
        .executableTarget(
            name: "coffee",
            dependencies: [
                .product(name: "PawlKit", package: "pawl"),
                .product(name: "PawlCommands", package: "pawl"),
                .product(name: "LogPlugin", package: "pawl"),
            ]
        )
    ]
)
