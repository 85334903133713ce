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
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .target(name: "Canvas", dependencies: ["CCairo", "Geometry"], swiftSettings: strict),
        .target(name: "TextKit", dependencies: ["CPango", "Canvas", "Geometry"], swiftSettings: strict),
        .target(name: "Icons", swiftSettings: strict),
        .target(name: "IconWire", swiftSettings: strict),
        .target(name: "IconRaster", dependencies: ["CRsvg", "Canvas", "Icons", "IconWire"], swiftSettings: strict),
        .executableTarget(name: "tabshell-raster", dependencies: ["IconRaster"], swiftSettings: strict),
        .target(name: "PageKit", dependencies: ["Canvas", "Geometry"], swiftSettings: strict),
        .target(name: "Pages", dependencies: ["Canvas", "Geometry", "PageKit", "TextKit"], swiftSettings: strict),
        .executableTarget(
            name: "tabshell-preview", dependencies: ["Canvas", "Geometry", "PageKit", "Pages"], swiftSettings: strict),
        .testTarget(name: "CanvasTests", dependencies: ["Canvas", "Geometry"], swiftSettings: strict),
        .testTarget(name: "TextKitTests", dependencies: ["Canvas", "Geometry", "TextKit"], swiftSettings: strict),
        .testTarget(
            name: "IconRasterTests", dependencies: ["IconRaster", "IconWire", "Icons"], swiftSettings: strict),
        .testTarget(
            name: "PagesTests", dependencies: ["Canvas", "Geometry", "PageKit", "Pages"], swiftSettings: strict),
    ]
)
