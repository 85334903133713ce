// swift-tools-version: 6.2
import PackageDescription

// MARK: - How a target is built

/// The settings of all Swift targets.
let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
]
/// The settings of all Swift targets in Sources but the wrappers.
let strict = language + [.strictMemorySafety()]

/// Executables that neither load a library nor relocate: a third of the time from start to exit is the dynamic linker's.
let selfContained: [LinkerSetting] = [
    .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
]

/// Executables at a fixed address that export no symbols. Pages that relocations are written to become private to each
/// process, and Swift's metadata have thousands of relocations: 0.2 to 3 MB a process. A list of exported symbols is
/// searched for each symbol of each library: up to 1.4 MB of clean pages.
let fixedAddress: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux], configuration: .release))
]

// MARK: - Kinds of targets

/// Dependencies, separated by spaces: targets of this package, and GRDB.
func parsed(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map {
        $0 == "GRDB" ? .product(name: "GRDB", package: "GRDB.swift") : .byName(name: String($0))
    }
}

/// A thin wrapper of a C library, in which unsafe calls need no mark; few, small, and listed in docs/memory-safety.md.
func wrapper(_ name: String, _ dependencies: String = "") -> Target {
    .target(name: name, dependencies: parsed(dependencies), swiftSettings: language)
}

/// A library in Swift.
func module(
    _ name: String, _ dependencies: String = "", exclude: [String] = [], resources: [Resource] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies), exclude: exclude, resources: resources,
        swiftSettings: strict, plugins: plugins)
}

/// A library in C.
///
/// - Parameter headers: the folder of a library's headers, where no pkg-config file may link the library.
func cModule(_ name: String, _ dependencies: String = "", headers: String? = nil) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies),
        cSettings: [.treatAllWarnings(as: .error)] + (headers.map { [.unsafeFlags(["-isystem", $0])] } ?? []),
        cxxSettings: [.treatAllWarnings(as: .error)])
}

/// A module map of a library that Debian has.
func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// An executable in Swift. A public client is built as in a package of its own, without package access.
func program(
    _ name: String, _ dependencies: String = "", linked: [LinkerSetting] = [],
    settings: [SwiftSetting] = strict, isPublicClient: Bool = false, plugins: [Target.PluginUsage] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: parsed(dependencies), packageAccess: !isPublicClient,
        swiftSettings: isPublicClient ? language : settings, linkerSettings: linked,
        plugins: plugins)
}

/// A library for tests.
func testLibrary(_ name: String, _ dependencies: String) -> Target {
    .target(name: name, dependencies: parsed(dependencies), swiftSettings: language)
}

/// A test bundle.
func tests(
    _ name: String, _ dependencies: String, exclude: [String] = [], isPublicClient: Bool = false,
    plugins: [Target.PluginUsage] = []
) -> Target {
    .testTarget(
        name: name, dependencies: parsed(dependencies), exclude: exclude, packageAccess: !isPublicClient,
        swiftSettings: language, plugins: plugins)
}

/// The targets of one folder, each in a folder of its own name.
func shelf(_ folder: String, _ targets: Target...) -> [Target] {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    return targets
}

// MARK: - Sources, in layers: a module imports modules of its own folder and of those above it

let sources: [[Target]] = [
    shelf(
        "Sources/Core",
        module("Geometry"),
        module("Motion"),
        module("Gestures", "Geometry"),
        module("EditDistance"),
        module("SeededRandom"),
        module("TerminalText"),
        module("Roff")),
    shelf(
        "Sources/System",
        cModule("CLinux"),
        cModule("CLocalization"),
        wrapper("Localization", "CLocalization"),
        wrapper("Posix", "CLinux Localization TerminalText"),
        system("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
        wrapper("Sandbox", "CSeccomp Posix"),
        // Only the headers: libxml2 is loaded when it is used, see CXML/library.h.
        cModule("CXML", headers: "/usr/include/libxml2"),
        wrapper("LibXML", "CXML"),
        module("EventLoop", "Localization Posix"),
        module("CommandLineKit", "EditDistance Localization Posix Roff TerminalText"),
        module("Supervision", "Localization CommandLineKit")),
    shelf(
        "Sources/Model",
        module("ShellModel", "Geometry Motion")),
    shelf(
        "Sources/IPC",
        module("TabshellIPC", "Localization Geometry ShellModel TerminalText"),
        module("Diagnosis", "Localization CommandLineKit ShellModel TabshellIPC"),
        module("SocketIPC", "Localization ShellModel TabshellIPC EventLoop CommandLineKit Posix")),
    shelf(
        "Sources/Graphics",
        system("CCairo", "cairo", apt: "libcairo2-dev"),
        system("CPango", "pangocairo", apt: "libpango1.0-dev"),
        system("CRsvg", "librsvg-2.0", apt: "librsvg2-dev"),
        wrapper("Cairo", "CCairo Geometry"),
        wrapper("Pango", "CPango Cairo Geometry"),
        wrapper("Rsvg", "CRsvg Cairo Geometry"),
        module("Canvas", "Cairo Geometry"),
        module("PangoText", "Canvas Geometry Pango"),
        module("IconSource", "Geometry"),
        module("Icons", exclude: ["Definitions"], plugins: ["IconTables"]),
        module("IconDrawing", "Canvas Geometry Icons"),
        module("RasterProtocol"),
        module("IconRaster", "Cairo Canvas Geometry PangoText Posix RasterProtocol Rsvg")),
    shelf(
        "Sources/Config",
        cModule("CTOML"),
        wrapper("TOML", "CTOML"),
        module("TabConfig", "Localization ShellModel TabshellIPC EventLoop Posix"),
        module(
            "ConfigReader", "Localization ShellModel TabConfig EditDistance Roff TOML",
            resources: [.embedInCode("Looks")]),
        module("IconTheme", "Localization Icons EditDistance Posix")),
    shelf(
        "Sources/Daemon",
        module(
            "TabDaemon",
            "Localization EditDistance ShellModel TabshellIPC TabConfig EventLoop SocketIPC Posix CommandLineKit Supervision"
        ),
        module("DesktopSession", "Localization CommandLineKit EventLoop Posix Supervision")),
    shelf(
        "Sources/Wayland",
        system("CWayland", "wayland-client", apt: "libwayland-dev"),
        system("CXkbcommon", "xkbcommon", apt: "libxkbcommon-dev"),
        module("WaylandScanner", "LibXML"),
        wrapper("WaylandClient", "CWayland"),
        wrapper("Xkbcommon", "CXkbcommon"),
        module("Wayland", "WaylandClient", exclude: ["protocols.txt"], plugins: ["WaylandBindings"]),
        module("SurfaceKit", "Localization CXkbcommon EventLoop Geometry Gestures Posix Wayland WaylandClient Xkbcommon")),
    shelf(
        "Sources/Shell",
        module("Feedback", "Localization EventLoop Posix ShellModel"),
        module(
            "ShellKit",
            "Localization Geometry Canvas Motion Posix ShellModel TabshellIPC EventLoop SocketIPC SurfaceKit "
                + "CommandLineKit"),
        module("TabBar", "Localization Geometry Gestures Motion ShellModel Canvas"),
        module(
            "Panel",
            "Localization Diagnosis Posix Geometry Gestures ShellModel TabshellIPC EventLoop SocketIPC SurfaceKit Canvas TabBar Icons "
                + "IconDrawing RasterProtocol Feedback ShellKit CommandLineKit")),
    shelf(
        "Sources/Pages",
        module(
            "PageKit",
            "Localization Geometry Gestures Motion ShellModel TabshellIPC Posix EventLoop SurfaceKit Canvas ShellKit CommandLineKit"
        ),
        system("CMd4c", "md4c-html", apt: "libmd4c-html0-dev"),
        wrapper("Markdown", "CMd4c"),
        module("DocumentText", "Markdown"),
        module("DocumentSource", "Localization DocumentText EventLoop Posix"),
        module("Pages", "Localization Canvas DocumentText Geometry Motion PageKit ShellModel PangoText")),
    shelf(
        "Sources/Stress",
        system("CMiniZip", "zlib", apt: "libminizip-dev"),
        cModule("CICUStub"),
        wrapper("MiniZip", "CMiniZip"),
        module("StressModel", "Localization Posix"),
        module("StressStore", "Localization Posix StressModel GRDB"),
        module("StressImport", "Localization LibXML MiniZip Posix StressStore"),
        module(
            "StressPages", "Localization Canvas Geometry PageKit Pages SeededRandom ShellModel StressModel PangoText"),
        module(
            "StressPrograms",
            "Localization EventLoop Feedback PageKit CommandLineKit Posix ShellKit StressModel StressPages StressStore ShellModel"
        )),
    shelf(
        "Sources/Programs",
        program(
            "tabshelld",
            "Localization Posix TabDaemon TabConfig ShellModel TabshellIPC SocketIPC CommandLineKit",
            linked: selfContained),
        program(
            "tabshell-session", "CommandLineKit DesktopSession Posix TabConfig", linked: selfContained),
        program(
            "tabctl",
            "Localization Diagnosis ShellModel TabshellIPC SocketIPC EventLoop CommandLineKit Icons Posix TerminalText",
            linked: selfContained),
        program(
            "tabshell-config",
            "Localization Posix Sandbox ConfigReader TabConfig ShellModel TabshellIPC CommandLineKit Icons IconTheme TerminalText",
            linked: selfContained),
        program("tabshell-raster", "CommandLineKit IconRaster Posix Sandbox"),
        program("tabshell-panel", "Panel ShellKit CommandLineKit", linked: fixedAddress),
        program(
            "tabshell-page",
            "Localization DocumentSource DocumentText EventLoop PageKit Pages CommandLineKit Posix ShellKit ShellModel TabConfig "
                + "TabshellIPC",
            linked: fixedAddress),
        program(
            "tabshell-stress",
            "Localization CICUStub CommandLineKit EventLoop Posix StressImport StressPrograms StressStore TabshellIPC TerminalText",
            linked: fixedAddress),
        program(
            "tabshell-preview",
            "Localization Canvas Geometry IconDrawing Icons PageKit PangoText Posix StressModel StressPages ShellModel"),
        program("wayland-swift-gen", "WaylandScanner"),
        program("icon-swift-gen", "IconSource"),
        program("tutorial-swift")),
    shelf(
        "Plugins",
        .plugin(name: "IconTables", capability: .buildTool(), dependencies: ["icon-swift-gen"]),
        .plugin(name: "WaylandBindings", capability: .buildTool(), dependencies: ["wayland-swift-gen"]),
        .plugin(name: "TutorialSources", capability: .buildTool(), dependencies: ["tutorial-swift"])),
]

// MARK: - Tests

let testing: [[Target]] = [
    shelf(
        "Tests/Support",
        cModule("CTestSupport"),
        cModule("CScriptedClock"),
        cModule("CHungDisk"),
        testLibrary("TestSupport", "CCairo CTestSupport SeededRandom"),
        testLibrary("InputTestSupport", "TestSupport Wayland WaylandClient"),
        testLibrary("PageTestSupport", "Canvas Geometry PageKit"),
        testLibrary("FakeCompositor", "CTestSupport SeededRandom TestSupport WaylandScanner"),
        tests("TestSupportTests", "TestSupport bench-echo")),
    shelf(
        "Tests/Core",
        tests("MotionTests", "Motion SeededRandom"),
        tests("GesturesTests", "Geometry Gestures TestSupport"),
        tests("EditDistanceTests", "EditDistance"),
        tests("TerminalTextTests", "TerminalText"),
        tests("RoffTests", "Roff")),
    shelf(
        "Tests/System",
        tests("LocalizationTests", "Localization"),
        tests("EventLoopTests", "EventLoop Posix TestSupport"),
        tests("CommandLineKitTests", "CommandLineKit"),
        tests("SandboxTests", "TestSupport sandbox-probe tabshell-raster tabshell-config")),
    shelf(
        "Tests/Model",
        tests("ShellModelTests", "Geometry ShellModel TestSupport")),
    shelf(
        "Tests/IPC",
        tests("TabshellIPCTests", "CommandLineKit Geometry ShellModel TabshellIPC TestSupport"),
        tests("SocketIPCTests", "CommandLineKit EventLoop SocketIPC ShellModel TabshellIPC TestSupport")),
    shelf(
        "Tests/Graphics",
        tests("CanvasTests", "Canvas Geometry"),
        tests("IconSourceTests", "Geometry IconSource"),
        tests("PangoTextTests", "Canvas Geometry PangoText"),
        tests("IconDrawingTests", "Canvas IconDrawing IconRaster IconSource Icons RasterProtocol TestSupport"),
        tests("IconRasterTests", "Canvas Geometry IconRaster Posix RasterProtocol")),
    shelf(
        "Tests/Config",
        tests(
            "TabConfigTests",
            "ConfigReader IconTheme Icons TOML TabConfig ShellModel TabshellIPC TestSupport tabshelld tabshell-config"),
        tests("TOMLTests", "TOML"),
        tests("IconThemeTests", "IconTheme Icons TestSupport")),
    shelf(
        "Tests/Daemon",
        tests(
            "DaemonTests",
            "CHungDisk CommandLineKit EventLoop Posix SeededRandom Supervision TabDaemon ShellModel TabshellIPC TestSupport "
                + "tabshelld tabshell-config"),
        tests(
            "DesktopSessionTests",
            "CommandLineKit DesktopSession Supervision TestSupport tabctl tabshelld tabshell-panel tabshell-session "
                + "tabshell-stress")),
    shelf(
        "Tests/Wayland",
        tests("WaylandScannerTests", "WaylandScanner TestSupport", exclude: ["Golden"]),
        tests("WaylandTests", "CWayland Wayland WaylandClient"),
        tests(
            "SurfaceTests",
            "FakeCompositor TestSupport Canvas EventLoop Geometry Gestures PageKit Posix ShellKit SeededRandom SurfaceKit "
                + "ShellModel Wayland WaylandClient Xkbcommon tabctl tabshelld tabshell-config tabshell-panel tabshell-stress "
                + "tabshell-page tabshell-raster", exclude: ["Golden"])),
    shelf(
        "Tests/Shell",
        tests("FeedbackTests", "CTestSupport EventLoop Feedback Posix ShellModel TestSupport"),
        tests(
            "TabBarTests",
            "Canvas ConfigReader Geometry Gestures IconDrawing Icons Motion TabBar TabConfig ShellModel TestSupport"),
        tests(
            "PanelTests",
            "EventLoop Geometry Gestures Posix RasterProtocol Panel SurfaceKit ShellModel TabshellIPC TestSupport "
                + "tabshelld tabshell-config tabshell-panel tabshell-raster", exclude: ["Golden"]),
        tests(
            "FilmTests",
            "Canvas CScriptedClock EventLoop FakeCompositor Geometry PageKit Panel RasterProtocol TabBar ShellModel "
                + "TabshellIPC TestSupport tabshelld tabshell-config tabshell-raster tabshell-panel tabshell-stress"),
        tests(
            "ShellTests",
            "InputTestSupport TestSupport Geometry Icons IconDrawing PageKit StressPages TabBar ShellModel "
                + "TabConfig TabshellIPC tabshelld tabshell-config tabshell-raster tabshell-panel tabshell-page tabshell-stress"
        )),
    shelf(
        "Tests/Pages",
        tests("PagesTests", "Canvas Geometry Gestures Motion PageKit PageTestSupport Pages ShellModel"),
        tests(
            "DocumentTests",
            "Canvas DocumentSource DocumentText EventLoop Geometry PageKit PageTestSupport Pages Posix ShellModel TestSupport"
        ),
        tests("PageKitTests", "FakeCompositor TestSupport tabshelld tabshell-config tabshell-page tabshell-stress"),
        tests(
            "WaterTests",
            "Canvas FakeCompositor Geometry PageKit TestSupport tabshell-mail tabshell-memo tabshell-water tabshelld",
            isPublicClient: true, plugins: ["TutorialSources"])),
    shelf(
        "Tests/Stress",
        tests(
            "StressPagesTests",
            "Localization Canvas Geometry PageKit Pages PageTestSupport SeededRandom StressModel StressPages ShellModel",
            exclude: ["Golden"]),
        tests(
            "StressProgramsTests",
            "EventLoop Geometry PageKit StressModel StressPages StressPrograms StressStore TestSupport "
                + "tabshell-stress"),
        tests("StressStoreTests", "EventLoop StressImport StressStore TestSupport GRDB"),
        tests("StressToolTests", "StressStore TestSupport tabshell-stress")),
    shelf(
        "Tests/Programs",
        tests(
            "ManualTests",
            "TestSupport tabctl tabshelld tabshell-session tabshell-config tabshell-panel tabshell-page tabshell-raster "
                + "tabshell-stress"),
        tests(
            "TabctlTests",
            "CommandLineKit Diagnosis Geometry ShellModel TabshellIPC TestSupport tabctl tabshelld tabshell-config tabshell-panel "
                + "tabshell-page tabshell-raster")),
    shelf(
        "Tests/Fuzz",
        testLibrary(
            "FuzzTargets",
            "ConfigReader CTestSupport CWayland DocumentText EventLoop Feedback Geometry Gestures IconTheme Panel Posix RasterProtocol "
                + "ShellModel StressImport StressModel StressStore SurfaceKit TabConfig TabDaemon TabshellIPC WaylandClient "
                + "WaylandScanner"),
        program("tabshell-fuzz", "CTestSupport FuzzTargets", settings: language),
        tests("FuzzTests", "FuzzTargets TestSupport")),
    shelf(
        "Tests/Faults",
        tests(
            "FaultTests",
            "FakeCompositor TestSupport Geometry PageKit StressPages tabctl tabshelld tabshell-config tabshell-panel "
                + "tabshell-raster tabshell-page tabshell-stress",
            exclude: ["faults.c"])),
    // The programs of the tutorial, whose sources are its text. They see what any other package sees.
    shelf(
        "Tests/Fixtures",
        program(
            "tabshell-water", "Canvas Geometry PageKit PangoText", isPublicClient: true, plugins: ["TutorialSources"]),
        program(
            "tabshell-mail", "Canvas EventLoop Geometry PageKit PangoText", isPublicClient: true,
            plugins: ["TutorialSources"]),
        program(
            "tabshell-memo", "Canvas Geometry PageKit PangoText", isPublicClient: true, plugins: ["TutorialSources"]),
        program("sandbox-probe", "Posix Sandbox", settings: language)),
    shelf(
        "Tests/Benchmarks",
        .executableTarget(name: "bench-echo", cSettings: [.treatAllWarnings(as: .error)]),
        program("tabshell-bench", "CTestSupport InputTestSupport TestSupport", settings: language)),
]

// MARK: - The package

/// The names of the executable that knows the user's measurements: a build makes a copy for each, an installation links.
let stressNames = ["tabshell-stress", "tabshell-home", "tabshell-flash", "tabshell-growth"]

let package = Package(
    name: "tabshell",
    products: [.library(name: "PageKit", targets: ["PageKit", "Canvas", "PangoText", "Geometry", "EventLoop"])]
        + stressNames.map { .executable(name: $0, targets: ["tabshell-stress"]) }
        // For the tests, which preload them into programs.
        + ["ScriptedClock", "HungDisk"].map { .library(name: $0, type: .dynamic, targets: ["C\($0)"]) },
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")
    ],
    targets: (sources + testing).flatMap(\.self)
)
