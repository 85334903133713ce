// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-warnings-as-errors"]),
]

let package = Package(
    name: "tabshell",
    targets: [
        .target(name: "Geometry", swiftSettings: strict),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(name: "Canvas", dependencies: ["CCairo", "Geometry"], swiftSettings: strict),
        .testTarget(name: "CanvasTests", dependencies: ["Canvas", "Geometry"], swiftSettings: strict),
    ]
)
