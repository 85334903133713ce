// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-warnings-as-errors"]),
]
/// For those that see Foundation from afar: none of its methods is taken for one of the standard library.
let foundationFree: [SwiftSetting] = strict + [.enableUpcomingFeature("MemberImportVisibility")]
let strictC: [CSetting] = [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]
/// Nothing is left for the dynamic linker to do: a third of the time from start to exit, and all of the relocations.
let selfContained: [LinkerSetting] = [
    .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
]
/// For what stays. It is linked to stand at a fixed address, since each page that relocations are written to belongs to
/// every process anew, and Swift's metadata have thousands of them, the database's library eighty thousand: 0.2 to 3 MB
/// in a process. And it offers none of its own names to the libraries that it loads, which are looked up in the list of
/// all of them: up to 1.4 MB of clean pages.
let fixedPlace: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
        .when(platforms: [.linux], configuration: .release))
]
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")

// The rooms, from the pure ones down to the edges; a room imports only rooms above it.
let rooms: [Target] = [
    .target(name: "Geometry", swiftSettings: strict),
    .target(name: "Motion", swiftSettings: strict),
    .target(name: "TabModel", swiftSettings: strict),
    .target(name: "TabWire", dependencies: ["TabModel"], swiftSettings: strict),
    .target(name: "Spelling", swiftSettings: strict),
    .target(name: "StateMotion", dependencies: ["Motion", "TabModel"], swiftSettings: strict),
    .target(name: "IconWire", swiftSettings: strict),
    .target(name: "Icons", swiftSettings: strict),
    .target(name: "IconTheme", dependencies: ["Icons", "Spelling"], swiftSettings: strict),

    .target(name: "CLinux", cSettings: strictC),
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: strict),
    .target(name: "Feedback", dependencies: ["CLinux", "EventLoop"], swiftSettings: strict),
    .target(name: "TabConfig", dependencies: ["TabModel", "TabWire", "EventLoop"], swiftSettings: strict),
    .target(
        name: "TOMLText", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")], swiftSettings: strict),
    .target(
        name: "ConfigReader", dependencies: ["TabModel", "TabConfig", "Spelling", "TOMLText"],
        resources: [.embedInCode("Looks")], swiftSettings: foundationFree),
    .target(name: "SocketIPC", dependencies: ["TabModel", "TabWire", "EventLoop", "CLinux"], swiftSettings: strict),
    .target(
        name: "TabDaemon", dependencies: ["TabModel", "TabWire", "TabConfig", "EventLoop", "SocketIPC", "CLinux"],
        swiftSettings: strict),
    .target(name: "ProgramKit", dependencies: ["TabWire"], swiftSettings: strict),

    .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .target(name: "WaylandScanner", swiftSettings: strict),
    .executableTarget(name: "wayland-swift-gen", dependencies: ["WaylandScanner"], swiftSettings: strict),
    .plugin(
        name: "WaylandBindings", capability: .buildTool(), dependencies: ["wayland-swift-gen"],
        path: "Sources/Plugins/WaylandBindings"),
    .target(
        name: "Wayland", dependencies: ["CWayland"], exclude: ["protocols.txt"], swiftSettings: strict,
        plugins: ["WaylandBindings"]),
    .systemLibrary(name: "CXkbcommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    .target(
        name: "SurfaceKit", dependencies: ["Geometry", "CLinux", "EventLoop", "Wayland", "CXkbcommon"],
        swiftSettings: strict),

    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .target(name: "Canvas", dependencies: ["CCairo", "Geometry"], swiftSettings: strict),
    .target(name: "IconDrawing", dependencies: ["Canvas", "Geometry", "Icons"], swiftSettings: strict),
    .target(name: "TextKit", dependencies: ["CPango", "Canvas", "Geometry"], swiftSettings: strict),
    .target(
        name: "IconRaster",
        dependencies: ["CCairo", "CRsvg", "Canvas", "Geometry", "IconWire", "TextKit"], swiftSettings: strict),
    .target(
        name: "TabBar", dependencies: ["Geometry", "Motion", "StateMotion", "TabModel", "Canvas"],
        swiftSettings: strict),
    .target(
        name: "ShellKit",
        dependencies: ["TabModel", "TabWire", "EventLoop", "SocketIPC", "SurfaceKit", "ProgramKit"],
        swiftSettings: strict),
    .target(
        name: "Panel",
        dependencies: [
            "Geometry", "TabModel", "TabWire", "EventLoop", "SocketIPC", "SurfaceKit", "Canvas", "TabBar", "Icons",
            "IconDrawing", "IconWire", "Feedback", "ShellKit", "ProgramKit",
        ], swiftSettings: strict),
    .target(
        name: "PageKit",
        dependencies: [
            "Geometry", "Motion", "StateMotion", "TabModel", "CLinux", "EventLoop", "SurfaceKit", "Canvas", "ShellKit",
            "ProgramKit",
        ], exclude: ["TUTORIAL.md"], swiftSettings: strict),
    .target(name: "DocumentText", swiftSettings: strict),
    .target(
        name: "DocumentSource", dependencies: ["CLinux", "DocumentText", "EventLoop"], swiftSettings: strict),
    .target(
        name: "Pages",
        dependencies: ["Canvas", "DocumentText", "Geometry", "Motion", "PageKit", "TabModel", "TextKit"],
        swiftSettings: strict),

    // What is known of stress without a database: times, readings, levels. Then the pages that show it, still without
    // one; and what gives the pages' programs the user's own data.
    .target(name: "StressModel", swiftSettings: strict),
    .target(
        name: "StressPages",
        dependencies: ["Canvas", "Geometry", "Motion", "PageKit", "Pages", "StressModel", "TabModel", "TextKit"],
        swiftSettings: strict),
    .target(
        name: "StressStore", dependencies: ["CLinux", "EventLoop", "StressModel", database], exclude: ["README.md"],
        swiftSettings: strict),
    .target(
        name: "StressPrograms",
        dependencies: [
            "EventLoop", "Feedback", "PageKit", "ProgramKit", "ShellKit", "StressModel", "StressPages", "StressStore",
            "TabModel", "TabWire",
        ], exclude: ["README.md"], swiftSettings: strict),
    .systemLibrary(name: "CLibXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(name: "CXML", dependencies: ["CLibXML"], cSettings: strictC),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
        name: "StressImport", dependencies: ["CXML", "CZlib", "EventLoop", "StressStore"], swiftSettings: strict),
]

let programs: [Target] = [
    .executableTarget(
        name: "tabshelld",
        dependencies: ["TabDaemon", "TabConfig", "TabModel", "TabWire", "EventLoop", "SocketIPC", "ProgramKit"],
        swiftSettings: strict, linkerSettings: selfContained),
    .executableTarget(
        name: "tabctl",
        dependencies: ["TabModel", "TabWire", "SocketIPC", "EventLoop", "ProgramKit", arguments],
        swiftSettings: strict, linkerSettings: selfContained),
    .executableTarget(
        name: "tabshell-config",
        dependencies: [
            "ConfigReader", "TabConfig", "TabModel", "TabWire", "EventLoop", "ProgramKit", "SocketIPC", "Icons",
            "IconTheme",
        ],
        swiftSettings: foundationFree, linkerSettings: selfContained),
    .executableTarget(
        name: "tabshell-stress",
        dependencies: ["EventLoop", "ProgramKit", "StressImport", "StressStore", "TabWire", arguments],
        swiftSettings: strict),
    .executableTarget(name: "tabshell-raster", dependencies: ["IconRaster"], swiftSettings: strict),
    .executableTarget(
        name: "tabshell-panel", dependencies: ["Panel", "ShellKit", "ProgramKit"],
        swiftSettings: strict, linkerSettings: fixedPlace),
    // The page of any tab, as often as one likes.
    .executableTarget(
        name: "tabshell-page",
        dependencies: [
            "DocumentSource", "DocumentText", "EventLoop", "PageKit", "Pages", "ProgramKit", "ShellKit", "TabModel",
            "TabWire",
        ],
        swiftSettings: strict, linkerSettings: fixedPlace),
    // The pages of the user's measurements: one executable that is called by a name for each.
    .executableTarget(
        name: "tabshell-pages", dependencies: ["StressPrograms"], swiftSettings: strict, linkerSettings: fixedPlace),
    .executableTarget(
        name: "tabshell-preview",
        dependencies: [
            "Canvas", "DocumentSource", "DocumentText", "EventLoop", "Geometry", "PageKit", "Pages", "StressModel",
            "StressPages", "StressPrograms", "TabModel",
        ], swiftSettings: strict),
]

/// What the executable of the pages is called: it shows the page whose name it is called by. Whoever builds gets a copy
/// under each name, so that all of them are where they are looked for; where they are installed, they are links to one.
let pages = ["tabshell-pages", "tabshell-home", "tabshell-flash", "tabshell-growth"]

let tests: [Target] = [
    // What the tests and the bench share: a headless compositor, children, screenshots, protocol logs.
    .target(name: "CTestSupport", path: "Tests/CTestSupport", cSettings: strictC),
    .target(
        name: "TestSupport", dependencies: ["CCairo", "CTestSupport"], path: "Tests/TestSupport", swiftSettings: strict),
    .target(
        name: "InputTestSupport", dependencies: ["TestSupport", "Wayland"], path: "Tests/InputTestSupport",
        swiftSettings: strict),
    .target(
        name: "PageTestSupport", dependencies: ["Canvas", "Geometry", "PageKit"], path: "Tests/PageTestSupport",
        swiftSettings: strict),
    .target(
        name: "FakeCompositor", dependencies: ["CTestSupport", "TestSupport", "WaylandScanner"],
        path: "Tests/FakeCompositor", swiftSettings: strict),
    .testTarget(
        name: "SurfaceTests",
        dependencies: [
            "FakeCompositor", "TestSupport", "Canvas", "EventLoop", "Geometry", "Motion", "PageKit", "SurfaceKit",
            "TabBar", "TabConfig", "TabModel", "Wayland",
        ] + ["tabshelld", "tabshell-panel", "tabshell-pages", "tabshell-raster"].map { .byName(name: $0) },
        swiftSettings: strict),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport", "bench-echo"], swiftSettings: strict),

    .testTarget(name: "TabModelTests", dependencies: ["TabModel", "TestSupport"], swiftSettings: strict),
    .testTarget(
        name: "TabConfigTests",
        dependencies: [
            "ConfigReader", "Icons", "TOMLText", "TabConfig", "TabModel", "TabWire", "TestSupport", "tabshelld",
            "tabshell-config",
        ], swiftSettings: strict),
    .testTarget(name: "TabWireTests", dependencies: ["TabModel", "TabWire", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"], swiftSettings: strict),
    .testTarget(
        name: "FeedbackTests", dependencies: ["CTestSupport", "EventLoop", "Feedback", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "SocketIPCTests", dependencies: ["EventLoop", "SocketIPC", "TabModel", "TabWire", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "DaemonTests", dependencies: ["TabDaemon", "TabModel", "TabWire", "TestSupport", "tabshelld"],
        swiftSettings: strict),
    .testTarget(
        name: "TabctlTests", dependencies: ["TabWire", "TestSupport", "tabctl", "tabshelld", "tabshell-config"],
        swiftSettings: strict),
    .testTarget(name: "MotionTests", dependencies: ["Motion"], swiftSettings: strict),
    .testTarget(
        name: "TabBarTests",
        dependencies: [
            "Canvas", "ConfigReader", "Geometry", "Icons", "Motion", "TabBar", "TabConfig", "TabModel", "TestSupport",
        ], swiftSettings: strict),
    .testTarget(name: "CanvasTests", dependencies: ["Canvas", "Geometry"], swiftSettings: strict),
    .testTarget(name: "TextKitTests", dependencies: ["Canvas", "Geometry", "TextKit"], swiftSettings: strict),
    .testTarget(
        name: "IconDrawingTests",
        dependencies: ["Canvas", "IconDrawing", "IconRaster", "IconWire", "Icons", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "IconRasterTests", dependencies: ["Canvas", "Geometry", "IconRaster", "IconWire"], swiftSettings: strict),
    .testTarget(
        name: "PagesTests",
        dependencies: ["Canvas", "Geometry", "PageKit", "PageTestSupport", "Pages", "TabModel"], swiftSettings: strict),
    .testTarget(
        name: "StressPagesTests",
        dependencies: [
            "Canvas", "Geometry", "PageKit", "PageTestSupport", "Pages", "StressModel", "StressPages", "TabModel",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "StressProgramsTests",
        dependencies: [
            "EventLoop", "PageKit", "StressModel", "StressPages", "StressPrograms", "StressStore", "TestSupport",
            "tabshell-pages", "tabshell-stress",
        ], swiftSettings: strict),
    .testTarget(
        name: "DocumentTests",
        dependencies: [
            "Canvas", "DocumentSource", "DocumentText", "EventLoop", "Geometry", "PageKit", "Pages", "TabModel",
            "TestSupport", "TextKit",
        ], swiftSettings: strict),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling"], swiftSettings: strict),
    .testTarget(
        name: "IconThemeTests", dependencies: ["IconTheme", "Icons", "TestSupport"], swiftSettings: strict),
    .testTarget(
        name: "PanelTests",
        dependencies: [
            "EventLoop", "IconWire", "Panel", "SurfaceKit", "TabModel", "TestSupport", "tabshelld", "tabshell-config",
            "tabshell-panel", "tabshell-raster",
        ], exclude: ["Golden"],
        swiftSettings: strict),
    .testTarget(
        name: "PageKitTests",
        dependencies: [
            "FakeCompositor", "TestSupport", "tabshelld", "tabshell-config", "tabshell-page", "tabshell-pages",
        ], swiftSettings: strict),
    .testTarget(
        name: "WaylandScannerTests", dependencies: ["WaylandScanner"], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(name: "WaylandTests", dependencies: ["Wayland", "CWayland"], swiftSettings: strict),
    .testTarget(
        name: "StressStoreTests",
        dependencies: ["EventLoop", "StressImport", "StressStore", "TestSupport", database], swiftSettings: strict),
    .testTarget(
        name: "StressToolTests", dependencies: ["StressStore", "TestSupport", "tabshell-stress"],
        swiftSettings: strict),

    // The programs themselves, on a headless compositor.
    .testTarget(
        name: "ShellTests",
        dependencies: [
            "Canvas", "InputTestSupport", "TestSupport", "Geometry", "Icons", "IconDrawing", "Motion", "Wayland",
            "StressPages", "TabBar",
            "TabModel",
            "TabWire", "tabshelld", "tabshell-config", "tabshell-raster", "tabshell-panel", "tabshell-page",
            "tabshell-pages", "tabshell-stress",
        ], swiftSettings: strict),
]

// The programs of PageKit's tutorial, and their tests, of which the sources are that very text. They see of tabshell what any
// other package sees.
let tutorial: [Target] = [
    .executableTarget(name: "tutorial-swift", swiftSettings: strict),
    .plugin(
        name: "TutorialSources", capability: .buildTool(), dependencies: ["tutorial-swift"],
        path: "Sources/Plugins/TutorialSources"),
    .executableTarget(
        name: "tabshell-water", dependencies: ["Canvas", "Geometry", "PageKit", "TextKit"],
        path: "Tests/WaterProgram", packageAccess: false, swiftSettings: strict, plugins: ["TutorialSources"]),
    .executableTarget(
        name: "tabshell-mail", dependencies: ["Canvas", "EventLoop", "Geometry", "PageKit", "TextKit"],
        path: "Tests/MailProgram", packageAccess: false, swiftSettings: strict, plugins: ["TutorialSources"]),
    .executableTarget(
        name: "tabshell-memo", dependencies: ["Canvas", "Geometry", "PageKit", "TextKit"],
        path: "Tests/MemoProgram", packageAccess: false, swiftSettings: strict, plugins: ["TutorialSources"]),
    .testTarget(
        name: "WaterTests",
        dependencies: [
            "Canvas", "FakeCompositor", "Geometry", "PageKit", "TestSupport", "tabshell-mail", "tabshell-memo",
            "tabshell-water",
            "tabshelld",
        ], packageAccess: false, swiftSettings: strict, plugins: ["TutorialSources"]),
]

let bench: [Target] = [
    .executableTarget(name: "bench-echo", path: "Tests/Bench/Echo", cSettings: strictC),
    .executableTarget(
        name: "tabshell-bench", dependencies: ["CTestSupport", "InputTestSupport", "TestSupport"],
        path: "Tests/Bench/Runner",
        swiftSettings: strict),
]

let package = Package(
    name: "tabshell",
    products: [
        // What a page of one's own is made of.
        .library(name: "PageKit", targets: ["PageKit", "Canvas", "TextKit", "Geometry", "EventLoop"])
    ] + pages.map { .executable(name: $0, targets: ["tabshell-pages"]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: rooms + programs + tests + tutorial + bench
)
