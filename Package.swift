// swift-tools-version: 6.2
import PackageDescription

// MARK: - How a target is built

/// The settings of all Swift targets.
let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
]
/// The settings of all Swift targets in Sources but the wrappers.
let strict = language + [.strictMemorySafety()]

/// The folder of Swift's standard library in single functions, where `make` has written it (scripts/standard-library). It comes before
/// the toolchain's.
let libraries = [Context.environment["TABSHELL_LIBRARY"] ?? ""].filter { !$0.isEmpty }
let standardLibrary: [LinkerSetting] = libraries.map {
    .unsafeFlags(["\($0)/libswiftCore.a"], .when(configuration: .release))
}
/// The same, and the libraries of C++ as archives: these are smaller than the memory of the shared ones, which tabshell-raster
/// needs anyway.
let staticLibraries =
    libraries.map { LinkerSetting.unsafeFlags(["-L", $0], .when(configuration: .release)) } + standardLibrary

/// Executables that neither load a library nor relocate: a third of the time from start to exit is the dynamic linker's.
let selfContained: [LinkerSetting] =
    [
        .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
    ] + standardLibrary

/// Executables at a fixed address that export no symbols. Pages that relocations are written to become private to each
/// process, and Swift's metadata have thousands of relocations: 0.2 to 3 MB a process. A list of exported symbols is
/// searched for each symbol of each library: up to 1.4 MB of clean pages.
let fixedAddress: [LinkerSetting] =
    [
        .unsafeFlags(
            ["-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
            .when(platforms: [.linux], configuration: .release))
    ] + staticLibraries

// MARK: - Kinds of targets

/// Dependencies, separated by spaces: targets of this package, and `package/product` for another's.
func parsed(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map { name in
        let parts = name.split(separator: "/").map(String.init)
        return parts.count == 2 ? .product(name: parts[1], package: parts[0]) : .byName(name: parts[0])
    }
}

/// A thin wrapper of a C library, in which unsafe calls need no mark; few, small, and listed in docs/develop/architecture.md.
func wrapper(_ name: String, _ dependencies: String = "", isPublicClient: Bool = false) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies), packageAccess: !isPublicClient, swiftSettings: language)
}

/// A library in Swift. A public client is built as in a package of its own, without package access.
func module(
    _ name: String, _ dependencies: String = "", exclude: [String] = [], resources: [Resource] = [],
    isPublicClient: Bool = false, plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies), exclude: exclude, resources: resources,
        packageAccess: !isPublicClient, swiftSettings: strict, plugins: plugins)
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

/// An executable in Swift.
func program(
    _ name: String, _ dependencies: String = "", linked: [LinkerSetting] = [],
    settings: [SwiftSetting] = strict, isPublicClient: Bool = false, plugins: [Target.PluginUsage] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: parsed(dependencies), packageAccess: !isPublicClient,
        swiftSettings: settings, linkerSettings: linked,
        plugins: plugins)
}

/// The names of one executable, its own and others separated by spaces: a build makes a copy for each, an installation links.
func names(_ program: String, _ others: String) -> [Product] {
    ([program] + others.split(separator: " ").map(String.init)).map { .executable(name: $0, targets: [program]) }
}

/// Tests compare millions of pixels: what they do that with is optimized in debug builds too.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A library for tests.
func testLibrary(_ name: String, _ dependencies: String, exclude: [String] = []) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies), exclude: exclude, swiftSettings: language + optimized)
}

/// A test bundle.
func tests(
    _ name: String, _ dependencies: String, exclude: [String] = [], isPublicClient: Bool = false,
    settings: [SwiftSetting] = language, plugins: [Target.PluginUsage] = []
) -> Target {
    .testTarget(
        name: name, dependencies: parsed(dependencies), exclude: exclude, packageAccess: !isPublicClient,
        swiftSettings: settings, plugins: plugins)
}

/// The targets of one folder, each in a folder of its own name.
struct Shelf {
    var targets: [Target]
    /// What the package has for their sake.
    var products: [Product] = []
    var packages: [Package.Dependency] = []
}

func shelf(
    _ folder: String, _ targets: Target..., products: [Product] = [], packages: [Package.Dependency] = []
) -> Shelf {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    return Shelf(targets: targets, products: products, packages: packages)
}

// MARK: - Sources, in layers: a module imports modules of its own folder and of those above it

let sources = [
    shelf(
        "Sources/Core",
        module("Geometry"),
        module("Motion"),
        module("Gestures", "Geometry"),
        module("Text")),
    shelf(
        "Sources/System",
        cModule("CLinux"),
        cModule("CLocalization"),
        wrapper("Localization", "CLocalization"),
        wrapper("Posix", "CLinux Localization Text"),
        system("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
        wrapper("Sandbox", "CLinux CSeccomp Posix Text"),
        system("CCrypt", "libcrypt", apt: "libcrypt-dev"),
        wrapper("PasswordHash", "CCrypt"),
        // Only the headers: libxml2 is loaded when it is used, see CXML/library.h.
        cModule("CXML", headers: "/usr/include/libxml2"),
        wrapper("LibXML", "CXML"),
        module("EventLoop", "Localization Posix"),
        module("CommandLineKit", "Localization Posix Text")),
    shelf(
        "Sources/Model",
        module("ShellModel", "Geometry Motion"),
        module("BarGeometry", "Geometry ShellModel")),
    shelf(
        "Sources/IPC",
        module("TabshellIPC", "Localization Geometry Motion Posix ShellModel Text"),
        module("SocketServer", "EventLoop Localization Posix TabshellIPC"),
        module("SocketClient", "EventLoop Localization Posix ShellModel TabshellIPC")),
    shelf(
        "Sources/Graphics",
        system("CCairo", "cairo", apt: "libcairo2-dev"),
        system("CPango", "pangocairo", apt: "libpango1.0-dev"),
        system("CRsvg", "librsvg-2.0", apt: "librsvg2-dev"),
        wrapper("Cairo", "CCairo Geometry"),
        wrapper("Pango", "CPango Cairo Geometry"),
        module("Canvas", "Cairo Geometry"),
        module("PangoText", "Canvas Geometry Pango"),
        module("IconSource", "Geometry"),
        module("Icons", exclude: ["Definitions"], plugins: ["IconTables"]),
        module("RasterProtocol"),
        module("RasterClient", "Canvas EventLoop Geometry Icons Posix RasterProtocol"),
        module("IconRaster", "Cairo Canvas CRsvg Geometry Pango PangoText Posix RasterProtocol Sandbox")),
    shelf(
        "Sources/Config",
        cModule("CTOML"),
        wrapper("TOML", "CTOML"),
        module("ShellConfig", "Localization ShellModel TabshellIPC EventLoop Posix"),
        module(
            "ConfigParser",
            "CommandLineKit DesktopEntries IconTheme Icons Localization Motion Posix Sandbox ShellModel ShellConfig TabshellIPC Text TOML",
            resources: [.embedInCode("Looks"), .embedInCode("configuration.md")]),
        module("IconTheme", "Localization Icons Posix Text"),
        module("DesktopEntries", "Localization Posix")),
    shelf(
        "Sources/Daemon",
        module(
            "TabDaemon",
            "Localization ShellModel TabshellIPC ShellConfig EventLoop SocketServer Posix CommandLineKit Text"
        ),
        module(
            "DesktopSession", "CommandLineKit EventLoop Localization Posix ShellModel ShellConfig",
            resources: [.embedInCode("labwc")])),
    shelf(
        "Sources/Wayland",
        system("CWayland", "wayland-client", apt: "libwayland-dev"),
        system("CXkbcommon", "xkbcommon", apt: "libxkbcommon-dev"),
        module("WaylandScanner", "LibXML"),
        wrapper("WaylandClient", "CWayland"),
        wrapper("Xkbcommon", "CXkbcommon"),
        module("WaylandProtocols", "WaylandClient", exclude: ["protocols.txt"], plugins: ["WaylandBindings"]),
        module(
            "SurfaceKit",
            "Localization CXkbcommon EventLoop Geometry Gestures Posix WaylandClient WaylandProtocols Xkbcommon")),
    shelf(
        "Sources/Client",
        module("Feedback", "Localization EventLoop Posix ShellModel"),
        module(
            "ScreenClient",
            "Localization Geometry Canvas Motion Posix ShellModel TabshellIPC EventLoop SocketClient SurfaceKit "
                + "CommandLineKit")),
    shelf(
        "Sources/Shell",
        module("TabBar", "Localization BarGeometry Geometry Gestures Motion RasterProtocol ShellModel Canvas"),
        module("WindowTabs", "Localization ShellModel TabshellIPC"),
        module("Sway", "EventLoop Posix ShellModel TabshellIPC WindowTabs"),
        module(
            "Panel",
            "Localization RasterClient Posix Geometry Gestures ShellModel TabshellIPC EventLoop SocketClient SurfaceKit Canvas TabBar "
                + "RasterProtocol Feedback ScreenClient CommandLineKit Sway WindowTabs")),
    shelf(
        "Sources/Pages",
        module(
            "PageKit",
            "Localization Geometry Gestures Motion ShellModel TabshellIPC Posix EventLoop SurfaceKit Canvas PangoText ScreenClient "
                + "CommandLineKit BarGeometry"
        ),
        system("CMd4c", "md4c-html", apt: "libmd4c-html0-dev"),
        wrapper("Markdown", "CMd4c"),
        module("DocumentText", "Markdown")),
    shelf(
        "Sources/Stress",
        system("CMiniZip", "zlib", apt: "libminizip-dev"),
        system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
        wrapper("SQLite", "CSQLite", isPublicClient: true),
        wrapper("MiniZip", "CMiniZip", isPublicClient: true),
        module(
            "StressMonitor",
            "Localization Canvas CommandLineKit EventLoop Feedback Geometry LibXML MiniZip PageKit PangoText Posix Sandbox ScreenClient "
                + "ShellModel SQLite TabshellIPC Text",
            isPublicClient: true),
        program("tabshell-stress", "StressMonitor", linked: fixedAddress, isPublicClient: true),
        products: names("tabshell-stress", "tabshell-home tabshell-flash tabshell-growth")),
    shelf(
        "Sources/Programs",
        program(
            "tabshelld",
            "Localization Posix TabDaemon ShellConfig ShellModel TabshellIPC SocketServer CommandLineKit",
            linked: selfContained),
        module("Diagnosis", "Localization CommandLineKit ShellModel TabshellIPC"),
        program(
            "tabctl",
            "ConfigParser DesktopSession Localization Diagnosis ShellModel TabshellIPC SocketClient EventLoop CommandLineKit Icons "
                + "PasswordHash Posix Text",
            linked: selfContained),
        program("tabshell-raster", "CommandLineKit IconRaster Posix", linked: standardLibrary),
        program("tabshell-panel", "Panel ScreenClient CommandLineKit", linked: fixedAddress),
        program(
            "tabshell-page",
            "Localization Canvas DesktopEntries DocumentText EventLoop Geometry IconTheme PageKit PangoText CommandLineKit Posix "
                + "RasterClient RasterProtocol ScreenClient ShellModel ShellConfig TabshellIPC",
            linked: fixedAddress),
        program("tabshell-preview", "RasterClient Canvas Geometry Icons PangoText Posix"),
        program("wayland-swift-gen", "WaylandScanner"),
        program("icon-swift-gen", "IconSource"),
        program("tutorial-swift"),
        products: names("tabctl", "tabshell-config tabshell-session")),
    shelf(
        "Plugins",
        .plugin(name: "IconTables", capability: .buildTool(), dependencies: ["icon-swift-gen"]),
        .plugin(name: "WaylandBindings", capability: .buildTool(), dependencies: ["wayland-swift-gen"]),
        .plugin(name: "TutorialSources", capability: .buildTool(), dependencies: ["tutorial-swift"])),
]

// MARK: - Tests

let testing = [
    shelf(
        "Tests/Support",
        cModule("CTestSupport"),
        cModule("CScriptedClock"),
        cModule("CHungDisk"),
        cModule("CSandboxProbe"),
        testLibrary("TestSupport", "CCairo CTestSupport"),
        testLibrary("LoopTestSupport", "EventLoop TestSupport"),
        testLibrary("ClockTestSupport", "CScriptedClock TestSupport"),
        testLibrary("SandboxTestSupport", "CSandboxProbe CSeccomp TestSupport"),
        testLibrary("InputTestSupport", "Posix TestSupport WaylandClient WaylandProtocols"),
        testLibrary("PageTestSupport", "Canvas Geometry PageKit"),
        testLibrary("FakeCompositor", "CTestSupport TestSupport WaylandScanner"),
        testLibrary(
            "StageTestSupport",
            "EventLoop FakeCompositor Geometry Gestures ShellModel SurfaceKit TabshellIPC TestSupport WaylandClient WaylandProtocols"
        ),
        tests("TestSupportTests", "TestSupport")),
    shelf(
        "Tests/Core",
        tests("GesturesTests", "Geometry Gestures TestSupport"),
        tests("MotionTests", "Motion TestSupport"),
        tests("TextTests", "Text")),
    shelf(
        "Tests/System",
        tests("LocalizationTests", "Localization"),
        tests("EventLoopTests", "EventLoop LoopTestSupport Posix TestSupport"),
        tests("CommandLineKitTests", "CommandLineKit Posix"),
        tests("SandboxTests", "SandboxTestSupport TestSupport sandbox-probe tabshell-raster tabctl")),
    shelf(
        "Tests/Model",
        tests("ShellModelTests", "Geometry ShellModel TestSupport")),
    shelf(
        "Tests/IPC",
        tests("TabshellIPCTests", "Geometry Posix ShellModel TabshellIPC TestSupport"),
        tests("SocketServerTests", "EventLoop LoopTestSupport SocketServer TabshellIPC TestSupport"),
        tests(
            "SocketClientTests",
            "EventLoop LoopTestSupport Posix SocketClient SocketServer ShellModel TabshellIPC TestSupport")),
    shelf(
        "Tests/Graphics",
        tests("CanvasTests", "Canvas Geometry"),
        tests("IconSourceTests", "Geometry IconSource"),
        tests("PangoTextTests", "Canvas Geometry PangoText"),
        tests("IconRasterTests", "Canvas Geometry IconRaster RasterProtocol TestSupport tabshell-raster"),
        tests(
            "RasterClientTests",
            "Canvas EventLoop IconRaster IconSource Icons RasterClient RasterProtocol TestSupport tabshell-raster")),
    shelf(
        "Tests/Config",
        tests(
            "ConfigTests",
            "CommandLineKit ConfigParser DesktopEntries IconTheme Icons Motion TOML ShellConfig ShellModel TabshellIPC TestSupport "
                + "tabctl tabshelld"
        ),
        tests("TOMLTests", "TOML"),
        tests("IconThemeTests", "IconTheme Icons TestSupport")),
    shelf(
        "Tests/Daemon",
        tests(
            "DaemonTests",
            "CHungDisk ClockTestSupport CommandLineKit EventLoop LoopTestSupport Posix ShellModel ShellConfig TabDaemon TabshellIPC TestSupport "
                + "tabctl tabshelld"),
        tests(
            "DesktopSessionTests",
            "DesktopSession EventLoop Posix ShellModel TestSupport tabctl tabshelld tabshell-panel tabshell-sample")),
    shelf(
        "Tests/Wayland",
        tests("WaylandScannerTests", "WaylandScanner TestSupport", exclude: ["Golden"]),
        tests("WaylandTests", "CTestSupport CWayland WaylandClient WaylandProtocols"),
        tests(
            "SurfaceTests",
            "EventLoop FakeCompositor Geometry Gestures Posix ScreenClient StageTestSupport SurfaceKit TestSupport "
                + "WaylandClient WaylandProtocols Xkbcommon tabctl tabshelld tabshell-panel tabshell-sample tabshell-raster"
        )),
    shelf(
        "Tests/Client",
        tests("FeedbackTests", "CTestSupport EventLoop Feedback LoopTestSupport Posix ShellModel TestSupport")),
    shelf(
        "Tests/Shell",
        tests(
            "TabBarTests",
            "RasterClient BarGeometry Canvas ConfigParser Geometry Gestures IconTheme Icons Motion RasterProtocol TabBar ShellConfig ShellModel TestSupport",
            exclude: ["Golden"]
        ),
        tests("WindowTabsTests", "ShellModel TestSupport WindowTabs", exclude: ["Golden"]),
        tests(
            "SwayTests", "EventLoop LoopTestSupport Posix ShellModel Sway TabshellIPC TestSupport WindowTabs",
            exclude: ["Golden"]),
        tests(
            "PanelTests",
            "FakeCompositor Geometry Gestures Panel ShellModel StageTestSupport SurfaceKit "
                + "TabshellIPC TestSupport tabctl tabshelld tabshell-page tabshell-panel tabshell-raster "
                + "tabshell-sample", exclude: ["Golden"]),
        tests(
            "FilmTests",
            "Canvas ClockTestSupport EventLoop FakeCompositor Geometry PageKit Panel RasterClient RasterProtocol StageTestSupport TabBar ShellModel "
                + "TabshellIPC TestSupport tabctl tabshelld tabshell-raster tabshell-panel tabshell-sample",
            settings: language + optimized),
        tests(
            "ShellTests",
            "InputTestSupport StageTestSupport TestSupport Geometry TabBar ShellModel "
                + "ShellConfig TabshellIPC tabctl tabshelld tabshell-raster tabshell-panel tabshell-page tabshell-sample"
        )),
    shelf(
        "Tests/Pages",
        tests(
            "DocumentTests",
            "Canvas DocumentText EventLoop Geometry LoopTestSupport PageKit PageTestSupport Posix ShellModel "
                + "TestSupport tabshell-page"
        ),
        tests(
            "PageKitTests",
            "Canvas ClockTestSupport FakeCompositor Geometry Gestures Motion PageKit PageTestSupport Posix ScreenClient ShellModel StageTestSupport "
                + "SurfaceKit TestSupport tabctl tabshelld tabshell-page tabshell-sample"),
        tests(
            "WaterTests",
            "Canvas FakeCompositor Geometry PageKit StageTestSupport TestSupport tabshell-mail tabshell-memo tabshell-water "
                + "tabshelld",
            isPublicClient: true, plugins: ["TutorialSources"])),
    shelf(
        "Tests/Stress",
        tests(
            "StressTests",
            "CHungDisk Canvas EventLoop FakeCompositor FaultSupport FuzzSupport FuzzTargets Geometry Localization LoopTestSupport PageKit "
                + "PageTestSupport SandboxTestSupport ShellModel SQLite StageTestSupport StressFuzzTargets StressMonitor TestSupport tabctl "
                + "tabshelld tabshell-stress",
            exclude: ["Pages/Golden", "Store/stress-0.2.0.sql"]),
        testLibrary("StressFuzzTargets", "FuzzTargets Posix StressMonitor"),
        program("stress-fuzz", "FuzzTargets StressFuzzTargets", settings: language),
        program(
            "stress-preview", "Canvas Geometry Localization PageKit Posix ShellModel StressMonitor",
            settings: language)),
    shelf(
        "Tests/Programs",
        tests(
            "ManualTests",
            "TestSupport tabctl tabshelld tabshell-panel tabshell-page tabshell-raster"
        ),
        tests(
            "TabctlTests",
            "CommandLineKit Diagnosis Geometry ShellModel TabshellIPC TestSupport tabctl tabshelld tabshell-panel "
                + "tabshell-page tabshell-raster")),
    shelf(
        "Tests/Fuzz",
        testLibrary(
            "FuzzTargets",
            "ConfigParser CTestSupport CWayland DesktopEntries DocumentText EventLoop Feedback Geometry Gestures IconTheme Localization Posix RasterProtocol "
                + "ShellModel SurfaceKit Sway ShellConfig TabDaemon TabshellIPC WaylandClient WaylandScanner WindowTabs"
        ),
        testLibrary("FuzzSupport", "FuzzTargets TestSupport"),
        program("tabshell-fuzz", "FuzzTargets", settings: language),
        tests("FuzzTests", "FuzzSupport FuzzTargets")),
    shelf(
        "Tests/Faults",
        testLibrary("FaultSupport", "FakeCompositor TestSupport", exclude: ["faults.c"]),
        tests(
            "FaultTests",
            "FakeCompositor FaultSupport TestSupport tabctl tabshelld tabshell-panel tabshell-raster "
                + "tabshell-page tabshell-sample")),
    // The programs of the tutorial, whose sources are its text. They see what any other package sees.
    shelf(
        "Tests/Fixtures",
        program(
            "tabshell-water", "Canvas Geometry PageKit PangoText", settings: language, isPublicClient: true,
            plugins: ["TutorialSources"]),
        program(
            "tabshell-mail", "Canvas EventLoop Geometry PageKit PangoText", settings: language, isPublicClient: true,
            plugins: ["TutorialSources"]),
        program(
            "tabshell-memo", "Canvas Geometry PageKit PangoText", settings: language, isPublicClient: true,
            plugins: ["TutorialSources"]),
        program(
            "tabshell-sample", "Canvas CommandLineKit Geometry PageKit Posix ScreenClient ShellModel",
            isPublicClient: true),
        program("sandbox-probe", "Posix Sandbox", settings: language)),
    shelf(
        "Tests/Benchmarks",
        .executableTarget(name: "bench-echo", cSettings: [.treatAllWarnings(as: .error)]),
        program("tabshell-bench", "CTestSupport InputTestSupport TestSupport", settings: language)),
]

// MARK: - The package

/// True unless only the programs are to be built, as for an installation: a build makes every target.
let hasTests = Context.environment["TABSHELL_TESTS"] != "no"
let shelves = hasTests ? sources + testing : sources
/// The libraries that the tests preload into programs.
let preloaded = hasTests ? ["ScriptedClock", "HungDisk"] : []

let package = Package(
    name: "tabshell",
    products: [.library(name: "PageKit", targets: ["PageKit", "Canvas", "PangoText", "Geometry", "EventLoop"])]
        + shelves.flatMap(\.products)
        + preloaded.map { .library(name: $0, type: .dynamic, targets: ["C\($0)"]) },
    dependencies: shelves.flatMap(\.packages),
    targets: shelves.flatMap(\.targets)
)
