// swift-tools-version: 6.2
import PackageDescription

// MARK: - How a target is built

/// The settings of all Swift targets.
let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
]
/// The settings of all Swift targets in Sources except the wrappers.
let strict = language + [.strictMemorySafety()]

/// The folder of Swift's standard library in single functions, if `make` has written it (scripts/standard-library). It comes before
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

/// Executables at a fixed address that export no symbols. Relocations make the pages that they write private to each
/// process, and Swift's metadata have thousands of relocations: 0.2 to 3 MB a process. A list of exported symbols is
/// searched for each symbol of each library: up to 1.4 MB of clean pages.
let fixedAddress: [LinkerSetting] =
    [
        .unsafeFlags(
            ["-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
            .when(platforms: [.linux], configuration: .release))
    ] + staticLibraries

// MARK: - Kinds of targets

/// Dependencies, separated by spaces.
func parsed(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map { .byName(name: String($0)) }
}

/// A thin wrapper of a C library, in which unsafe calls need no mark; few, small, and listed in docs/develop/architecture.md.
func wrapper(_ name: String, _ dependencies: String = "", isPublicClient: Bool = false) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies), packageAccess: !isPublicClient, swiftSettings: language)
}

/// A library in Swift. A public client is built as in a separate package, without package access.
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
/// - Parameter headers: the folder of a library's headers, if no pkg-config file may link the library.
func cModule(_ name: String, _ dependencies: String = "", headers: String? = nil) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies),
        cSettings: [.treatAllWarnings(as: .error)] + (headers.map { [.unsafeFlags(["-isystem", $0])] } ?? []),
        cxxSettings: [.treatAllWarnings(as: .error)])
}

/// A module map of one of Debian's libraries.
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

/// A library for tests.
func testLibrary(_ name: String, _ dependencies: String, exclude: [String] = []) -> Target {
    .target(
        name: name, dependencies: parsed(dependencies), exclude: exclude, swiftSettings: language)
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

/// A program whose sources are blocks of PageKit's tutorial.
func tutorialProgram(_ name: String) -> Target {
    program(name, "PageKit", settings: language, isPublicClient: true, plugins: ["TutorialSources"])
}

/// The targets of one folder, each in a folder of its name.
struct Shelf {
    var targets: [Target]
    /// The package's parts for them.
    var products: [Product] = []
}

func shelf(_ folder: String, _ targets: Target..., products: [Product] = []) -> Shelf {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    return Shelf(targets: targets, products: products)
}

// MARK: - Sources, in layers: a module imports modules of its own folder and the ones above

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
        wrapper("Posix", "CLinux Text"),
        wrapper("Localization", "CLocalization Posix"),
        system("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
        wrapper("Sandbox", "CLinux CSeccomp Posix Text"),
        system("CCrypt", "libcrypt", apt: "libcrypt-dev"),
        wrapper("PasswordHash", "CCrypt"),
        // Only the headers: libxml2 is loaded when it is used, see CXML/library.h.
        cModule("CXML", headers: "/usr/include/libxml2"),
        wrapper("LibXML", "CXML"),
        module("EventLoop", "Posix"),
        module(
            "CommandLineKit", "Posix Text", resources: ["bash", "zsh", "fish"].map { .embedInCode("completion.\($0)") })
    ),
    shelf(
        "Sources/Model",
        module("ShellModel", "Geometry Motion"),
        module("BarGeometry", "Geometry ShellModel")),
    shelf(
        "Sources/IPC",
        module("TabshellIPC", "Geometry Motion Posix ShellModel Text"),
        module("SocketServer", "EventLoop Posix TabshellIPC"),
        module("SocketClient", "EventLoop Posix ShellModel TabshellIPC")),
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
            resources: [.embedInCode("Looks"), .embedInCode("configuration.md"), .embedInCode("colors.txt")]),
        module("IconTheme", "Localization Icons Posix Text"),
        module("DesktopEntries", "Localization Posix Text")),
    shelf(
        "Sources/Daemon",
        module(
            "TabDaemon",
            "Localization ShellModel TabshellIPC ShellConfig EventLoop SocketServer Posix CommandLineKit Text"
        ),
        module(
            "DesktopSession", "CommandLineKit EventLoop Posix ShellModel ShellConfig",
            resources: ["sway.conf", "rc.xml", "rc-locked.xml", "menu.xml", "menu-locked.xml"].map { .embedInCode($0) })
    ),
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
            "CXkbcommon EventLoop Geometry Gestures Posix WaylandClient WaylandProtocols Xkbcommon")),
    shelf(
        "Sources/Client",
        module("Feedback", "Localization EventLoop Posix ShellModel"),
        module(
            "ScreenClient",
            "Geometry Canvas Motion Posix ShellModel TabshellIPC EventLoop SocketClient SurfaceKit "
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
        module("DocumentText", "Markdown Text")),
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
            resources: [.embedInCode("Store/schema.sql")], isPublicClient: true),
        program("tabshell-stress", "StressMonitor", linked: fixedAddress, isPublicClient: true),
        products: names("tabshell-stress", "tabshell-home tabshell-flash tabshell-growth")),
    shelf(
        "Sources/Programs",
        program(
            "tabshelld",
            "Localization Posix TabDaemon ShellConfig ShellModel TabshellIPC SocketServer CommandLineKit",
            linked: selfContained),
        module("Diagnosis", "CommandLineKit ShellModel TabshellIPC Text"),
        program(
            "tabctl",
            "ConfigParser DesktopSession Diagnosis ShellModel TabshellIPC SocketClient EventLoop CommandLineKit Icons "
                + "PasswordHash Posix Text",
            linked: selfContained),
        program("tabshell-raster", "CommandLineKit IconRaster Posix", linked: standardLibrary),
        program("tabshell-panel", "Panel ScreenClient CommandLineKit", linked: fixedAddress),
        program(
            "tabshell-page",
            "Localization Canvas DesktopEntries DocumentText EventLoop Geometry IconTheme PageKit PangoText CommandLineKit Posix "
                + "RasterClient RasterProtocol ScreenClient ShellModel ShellConfig TabshellIPC Text",
            linked: fixedAddress),
        program("wayland-swift-gen", "WaylandScanner"),
        program("icon-swift-gen", "IconSource"),
        products: names("tabctl", "tabshell-config tabshell-session")),
    shelf(
        "Plugins",
        .plugin(name: "IconTables", capability: .buildTool(), dependencies: ["icon-swift-gen"]),
        .plugin(name: "WaylandBindings", capability: .buildTool(), dependencies: ["wayland-swift-gen"]),
        .plugin(name: "TutorialSources", capability: .buildTool())),
]

// MARK: - Tests: each names its tested modules, and imports them and their dependencies

/// The programs of a running shell.
let shell = "tabctl tabshelld tabshell-panel tabshell-page tabshell-raster tabshell-sample"

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
        testLibrary("InputTestSupport", "Posix TestSupport WaylandProtocols"),
        testLibrary("PageTestSupport", "PageKit"),
        testLibrary("FakeCompositor", "TestSupport WaylandScanner"),
        testLibrary("StageTestSupport", "FakeCompositor SurfaceKit TabshellIPC"),
        tests("TestSupportTests", "TestSupport")),
    shelf("Tests/Core", tests("CoreTests", "Geometry Gestures Motion Text TestSupport")),
    shelf(
        "Tests/System",
        tests("SystemTests", "CommandLineKit Localization LoopTestSupport", exclude: ["CommandLineKit/Golden"]),
        tests("SandboxTests", "SandboxTestSupport sandbox-probe tabshell-raster tabctl")),
    shelf("Tests/Model", tests("ShellModelTests", "ShellModel TestSupport", exclude: ["Golden"])),
    shelf("Tests/IPC", tests("IPCTests", "LoopTestSupport SocketClient SocketServer", exclude: ["TabshellIPC/Golden"])),
    shelf(
        "Tests/Graphics",
        tests("GraphicsTests", "IconRaster IconSource RasterClient TestSupport tabshell-raster"),
        program("icon-preview", "RasterClient Canvas Geometry Icons PangoText Posix", settings: language)),
    shelf("Tests/Config", tests("ConfigTests", "ConfigParser TestSupport tabctl tabshelld", exclude: ["Golden"])),
    shelf(
        "Tests/Daemon",
        tests(
            "DaemonTests", "CHungDisk ClockTestSupport LoopTestSupport TabDaemon tabctl tabshelld", exclude: ["Golden"]),
        tests("DesktopSessionTests", "DesktopSession TestSupport \(shell)", exclude: ["Golden"])),
    shelf(
        "Tests/Wayland",
        tests("BindingsTests", "TestSupport WaylandProtocols WaylandScanner", exclude: ["WaylandScanner/Golden"]),
        tests("SurfaceTests", "ScreenClient StageTestSupport \(shell)")),
    shelf("Tests/Client", tests("FeedbackTests", "Feedback LoopTestSupport")),
    shelf(
        "Tests/Shell",
        tests("TabBarTests", "ConfigParser RasterClient TabBar TestSupport", exclude: ["Golden"]),
        tests("WindowTabsTests", "TestSupport WindowTabs", exclude: ["Golden"]),
        tests("SwayTests", "LoopTestSupport Sway", exclude: ["Golden"]),
        tests("PanelTests", "Panel StageTestSupport \(shell)", exclude: ["Golden"]),
        tests(
            "FilmTests", "ClockTestSupport PageKit Panel StageTestSupport \(shell)"),
        tests("ShellTests", "InputTestSupport StageTestSupport TabBar \(shell)")),
    shelf(
        "Tests/Pages",
        tests("DocumentTests", "CTestSupport DocumentText LoopTestSupport PageTestSupport tabshell-page"),
        tests("PageKitTests", "ClockTestSupport PageTestSupport StageTestSupport \(shell)"),
        tests(
            "WaterTests", "PageKit StageTestSupport tabshell-mail tabshell-memo tabshell-water tabshelld",
            isPublicClient: true, plugins: ["TutorialSources"])),
    shelf(
        "Tests/Stress",
        tests(
            "StressTests",
            "CHungDisk FaultSupport FuzzSupport LoopTestSupport PageTestSupport SandboxTestSupport StageTestSupport "
                + "StressFuzzTargets tabctl tabshelld tabshell-stress",
            exclude: ["Pages/Golden", "Store/Golden", "Store/stress-0.2.0.sql", "Tool/Golden"]),
        testLibrary("StressFuzzTargets", "FuzzTargets StressMonitor"),
        program("stress-fuzz", "StressFuzzTargets", settings: language),
        program("stress-preview", "StressMonitor", settings: language)),
    shelf("Tests/Programs", tests("ProgramTests", "Diagnosis TestSupport \(shell)", exclude: ["Tabctl/Golden"])),
    shelf(
        "Tests/Fuzz",
        testLibrary(
            "FuzzTargets",
            "ConfigParser CTestSupport DocumentText Feedback RasterProtocol SurfaceKit Sway TabDaemon WaylandScanner"),
        testLibrary("FuzzSupport", "FuzzTargets TestSupport"),
        program("tabshell-fuzz", "FuzzTargets", settings: language),
        tests("FuzzTests", "FuzzSupport")),
    shelf(
        "Tests/Faults",
        testLibrary("FaultSupport", "FakeCompositor", exclude: ["faults.c"]),
        tests("FaultTests", "FaultSupport \(shell)")),
    // The programs of the tutorial, whose text is their source. They only see public declarations.
    shelf(
        "Tests/Fixtures",
        tutorialProgram("tabshell-water"),
        tutorialProgram("tabshell-mail"),
        tutorialProgram("tabshell-memo"),
        program("tabshell-sample", "PageKit", isPublicClient: true),
        program("sandbox-probe", "Sandbox", settings: language)),
    shelf(
        "Tests/Benchmarks",
        .executableTarget(name: "bench-echo", cSettings: [.treatAllWarnings(as: .error)]),
        program("tabshell-bench", "InputTestSupport", settings: language)),
]

// MARK: - The package

/// False to build only the programs, as for an installation: a build makes every target.
let hasTests = Context.environment["TABSHELL_TESTS"] != "no"
let shelves = hasTests ? sources + testing : sources
/// The targets that are optimized in debug mode, too: tests spend most of their time in them. Modules of libraries are only
/// optimized where a script asks for it, since SwiftPM refuses packages with such flags as a dependency.
let optimized = ("FakeCompositor FilmTests TestSupport " + (Context.environment["TABSHELL_OPTIMIZED"] ?? ""))
    .split(separator: " ")
for target in shelves.flatMap(\.targets) where optimized.contains(target.name[...]) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
/// The libraries that the tests preload into programs.
let preloaded = hasTests ? ["ScriptedClock", "HungDisk"] : []

let package = Package(
    name: "tabshell",
    products: [.library(name: "PageKit", targets: ["PageKit", "Canvas", "PangoText", "Geometry", "EventLoop"])]
        + shelves.flatMap(\.products)
        + preloaded.map { .library(name: $0, type: .dynamic, targets: ["C\($0)"]) },
    targets: shelves.flatMap(\.targets)
)
