// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-warnings-as-errors"]),
]

let package = Package(
    name: "tabshell",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
    ],
    targets: [
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "Motion", swiftSettings: strict),
        .target(name: "TabModel", swiftSettings: strict),
        .target(name: "TabWire", dependencies: ["TabModel"], swiftSettings: strict),
        .target(name: "TabConfig", dependencies: ["TabModel"], swiftSettings: strict),
        .target(name: "CLinux"),
        .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "SocketIPC", dependencies: ["TabModel", "TabWire", "EventLoop", "CLinux"], swiftSettings: strict),
        .target(
            name: "TabDaemon", dependencies: ["TabModel", "TabWire", "TabConfig", "EventLoop", "SocketIPC", "CLinux"],
            swiftSettings: strict),
        .target(
            name: "ProgramKit",
            dependencies: ["TabWire", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict),
        .executableTarget(
            name: "tabshelld",
            dependencies: [
                "TabDaemon", "TabConfig", "TabWire", "SocketIPC", "ProgramKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "tabctl",
            dependencies: [
                "TabModel", "TabWire", "SocketIPC", "EventLoop", "ProgramKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        .testTarget(name: "MotionTests", dependencies: ["Motion"], swiftSettings: strict),
    ]
)
