import Foundation
import SandboxTestSupport
import TestSupport
import Testing

/// The confinement of the helpers that read untrusted input, and these helpers with hostile files.
@Suite struct SandboxTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
    }

    private func probe(_ mode: String) throws -> ChildProcess {
        try ChildProcess(BuiltProducts.url("sandbox-probe").path, [mode])
    }

    @Test func memoryIsLimited() throws {
        let probe = try probe("memory")
        #expect(try probe.waitForExit() == .code(0))
        #expect(probe.output == "memory 12\nthread 0\n")
    }

    @Test func processorTimeIsLimited() throws {
        #expect(try probe("spin").waitForExit(seconds: 60) == .signal(SIGXCPU))
    }

    /// Any number of requests may use more time together than one may.
    @Test func processorTimeIsLimitedByRequest() throws {
        let probe = try probe("requests")
        #expect(try probe.waitForExit(seconds: 60) == .signal(SIGXCPU))
        #expect(probe.output == "1\n2\n3\n4\n5\n")
    }

    @Test func helperEndsWithItsParent() throws {
        let path = try BuiltProducts.url("sandbox-probe").path
        let parent = try ChildProcess("sh", ["-c", "\"$0\" sleep & wait", path])
        let pid = try waitFor("the helper") { pid_t(parent.output.trimmingCharacters(in: .whitespacesAndNewlines)) }
        parent.kill()
        try waitUntil("its end") { kill(pid, 0) != 0 }
    }

    /// Sequences that command a terminal, and more of them than a log should hold.
    @Test func errorsAreEscapedAndLimited() throws {
        let probe = try probe("chatter")
        #expect(try probe.waitForExit() == .code(0))
        #expect(probe.errorOutput.hasPrefix("\\u{1b}]0;title\\u{7}\n"), "\(probe.errorOutput.prefix(40))")
        #expect(!probe.errorOutput.contains("\u{1b}"))
        #expect(probe.errorOutput.utf8.count < 1 << 16)
    }

    /// A kernel without seccomp, for which a filter stands that refuses prctl(2). The files are there to be read.
    @Test(arguments: ConfinedHelper.allCases) func helperWithoutConfinementReadsNothing(helper: ConfinedHelper) throws {
        let process = try helper.start(Self.arguments(of: helper), refusing: "prctl")
        #expect(try process.waitForExit() == .code(1))
        #expect(process.output.isEmpty)
        #expect(process.errorOutput.contains("not confined"), "\(process.errorOutput)")
    }

    /// The filter of a unit of systemd may refuse seccomp(2), and then prctl(2) does the same.
    @Test(arguments: ConfinedHelper.allCases) func olderCallConfinesToo(helper: ConfinedHelper) throws {
        let process = try helper.start(Self.arguments(of: helper), refusing: "seccomp")
        #expect(try process.waitForExit() == .code(0), "\(process.errorOutput)")
        #expect(!process.output.isEmpty)
    }

    private static func arguments(of helper: ConfinedHelper) -> [String] {
        helper == .config ? ["--check"] : ["--font", "Sans"]
    }

    /// Files of settings that are kept elsewhere, and linked to.
    @Test func linkedConfigurationIsRead() throws {
        try FileManager.default.createDirectory(
            atPath: home.appending("dotfiles"), withIntermediateDirectories: true)
        for (name, text) in [("a.toml", "look = \"mine\"\n"), ("b.toml", "nonsense = 1\n")] {
            try home.write(text, to: "dotfiles/\(name)")
        }
        try FileManager.default.createDirectory(
            atPath: home.appending("config/tabshell/looks"), withIntermediateDirectories: true)
        for (name, target) in [("config.toml", "a.toml"), ("looks/mine.toml", "b.toml")] {
            try FileManager.default.createSymbolicLink(
                atPath: home.appending("config/tabshell/\(name)"),
                withDestinationPath: home.appending("dotfiles/\(target)"))
        }
        let environment = Environment.plain.merging(["XDG_CONFIG_HOME": home.appending("config")]) { $1 }
        let reader = try ChildProcess(
            BuiltProducts.url("tabshell-config").path, ["--check"], environment: environment)
        #expect(try reader.waitForExit() == .code(1))
        #expect(reader.output.contains("mine.toml:1: nonsense: unknown key"), "\(reader.output)")
    }

    /// The folder's name is not UTF-8, and the font is a link to another folder.
    @Test func fontsInAFolderOfAnyNameAreUsed() throws {
        let script = Repository.text("Tests/Fixtures/files/fonts.py")
        chmod(home.path, 0o777)
        let process = try ChildProcess(
            "/usr/bin/python3", ["-c", script, home.path, BuiltProducts.url("tabshell-raster").path])
        #expect(try process.waitForExit() == .code(0), "\(process.errorOutput)")
        #expect(process.output == "font DejaVu Sans\n")
    }

    /// GIF is read by a library that would have to be loaded; the rest of the picture is drawn.
    @Test func pictureInAFormatOfAnotherLibraryIsLeftOut() throws {
        let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><image width="24" height="24" \
            href="data:image/gif;base64,\(gif)"/><rect width="24" height="24"/></svg>
            """
        let rasterizer = try rasterizer(Data(picture.utf8), named: "gif.svg")
        #expect(try rasterizer.waitForExit() == .code(0), "\(rasterizer.errorOutput)")
        let reply = try Data(contentsOf: URL(fileURLWithPath: rasterizer.outputPath))
        #expect(reply.starts(with: Data("icon 24 24".utf8)))
    }

    /// A picture beyond the limit of processor time.
    @Test func pictureThatTakesForeverEndsTheRasterizer() throws {
        let step = #"<feTurbulence baseFrequency="0.5" numOctaves="1000000"/><feMorphology radius="500"/>"#
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f" x="-10" y="-10" width="30" \
            height="30">\(String(repeating: step, count: 2000))</filter><rect width="2000" height="2000" \
            filter="url(#f)"/></svg>
            """
        let rasterizer = try rasterizer(Data(picture.utf8), named: "forever.svg")
        #expect(try rasterizer.waitForExit(seconds: 120) == .code(128 + SIGXCPU))
    }

    /// A picture beyond the limit of memory.
    @Test func pictureThatNeedsAllMemoryEndsTheRasterizer() throws {
        let start = #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><text>"#
        let make = "(printf '%s' '\(start)'; head -c 4G /dev/zero | tr '\\0' a) | gzip -1 | head -c 4000000"
        let large = try ChildProcess.run("sh", ["-c", make])
        let rasterizer = try rasterizer(large, named: "large.svgz")
        // Without memory, librsvg ends the process or reports an error, depending on its version.
        let exit = try rasterizer.waitForExit(seconds: 120)
        #expect(exit == .code(128 + SIGABRT) || rasterizer.output.contains("large.svgz"), "\(exit)")
    }

    @Test func ordinaryPictureAndTextAreDrawn() throws {
        let picture =
            #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>"#
        let rasterizer = try rasterizer(
            Data(picture.utf8), named: "square.svg", more: "text 20 400 - DejaVu Sans\tHello")
        #expect(try rasterizer.waitForExit() == .code(0))
        #expect(rasterizer.errorOutput.isEmpty)
        let reply = try Data(contentsOf: URL(fileURLWithPath: rasterizer.outputPath))
        #expect(reply.starts(with: Data("icon 24 24".utf8)))
        #expect(reply.range(of: Data("text ".utf8)) != nil)
    }

    @Test(arguments: ["brackets", "keys", "tables"]) func hostileConfigurationEndsTheReader(kind: String) throws {
        let text =
            switch kind {
            case "brackets": "a = " + String(repeating: "[", count: 1_000_000)
            case "keys": String(repeating: "a.", count: 500_000) + "a = 1"
            default: (0..<40_000).map { "[a.b\($0).c\($0)]\n" }.joined()
            }
        let file = try home.write(text, to: "hostile.toml")
        let reader = try ChildProcess(BuiltProducts.url("tabshell-config").path, ["--check", "--config", file])
        #expect(try reader.waitForExit(seconds: 60) == .code(1), "\(reader.errorOutput)")
        #expect(reader.output.contains("hostile.toml"))
    }

    /// Runs the rasterizer, by way of a shell, on a picture.
    private func rasterizer(_ picture: Data, named name: String, more: String = "") throws -> ChildProcess {
        let file = home.appending(name)
        try picture.write(to: URL(fileURLWithPath: file))
        chmod(file, 0o644)
        let requests = "icon 24 24 \(file)\n" + (more.isEmpty ? "" : more + "\n")
        let path = try BuiltProducts.url("tabshell-raster").path
        return try ChildProcess("sh", ["-c", "printf '%s' \"$1\" | { \"$0\"; }", path, requests])
    }
}
