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

        .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
        .target(name: "WaylandScanner", swiftSettings: strict),
        .executableTarget(name: "wayland-swift-gen", dependencies: ["WaylandScanner"], swiftSettings: strict),
        .plugin(
            name: "WaylandBindings",
            capability: .buildTool(),
            dependencies: ["wayland-swift-gen"],
            path: "Sources/Plugins/WaylandBindings"),
        .target(
            name: "Wayland",
            dependencies: ["CWayland"],
            exclude: ["protocols.txt"],
            swiftSettings: strict,
            plugins: ["WaylandBindings"]),

        .testTarget(
            name: "WaylandScannerTests",
            dependencies: ["WaylandScanner"],
            exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(name: "WaylandTests", dependencies: ["Wayland", "CWayland"], swiftSettings: strict),
    ]
)
