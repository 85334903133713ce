// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-warnings-as-errors"]),
]

let strictC: [CSetting] = [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]

let package = Package(
    name: "tabshell",
    targets: [
        .target(name: "Geometry", swiftSettings: strict),

        // What the tests and the bench share: a headless compositor, children, screenshots, protocol logs.
        .target(name: "CTestSupport", path: "Tests/CTestSupport", cSettings: strictC),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport", "bench-echo"], swiftSettings: strict),

        .executableTarget(name: "bench-echo", path: "Tests/Bench/Echo", cSettings: strictC),
        .executableTarget(
            name: "tabshell-bench", dependencies: ["CTestSupport", "TestSupport"], path: "Tests/Bench/Runner",
            swiftSettings: strict),
    ]
)
