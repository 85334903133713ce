import Foundation
import TestSupport
import Testing

/// Pictures of the bar, rendered without a compositor, compared with those in `Golden` (`TABSHELL_GOLDEN=write`). Each place, edge
/// and change of each look is in `SceneTests`.
@Suite struct RenderTests {
    /// The tolerance per channel, of 255: fonts and cairo round differently between versions.
    private static let tolerance = 24
    /// The fraction of pixels that may differ more: the edges of letters.
    private static let share = 0.01

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var options: [String]
        var testDescription: String { name }

        init(_ name: String, _ options: String) {
            (self.name, self.options) = (name, options.split(separator: " ").map(String.init))
        }
    }

    private static let looks = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]

    static let cases: [Case] =
        looks.flatMap { look in
            ["light", "dark"].map { Case("\(look)-\($0)", "--look \(look) --appearance \($0)") }
        } + [
            Case("narrow", "--look lucidpal --width 320"),
            Case("large-text", "--look swift-kit --text-scale 1.6"),
            Case("badges", "--look swift-kit --badge home=120,search=new,activity=3,profile=dot"),
            Case("turning", "--look swift-kit --select create --at 0.1"),
            Case("folded", "--look better-fit --minimized"),
            Case(
                "large-content",
                "--look lucidpal --width 320 --height 480 --text-scale 1.6 --hold settings --badge settings=3"),
            Case("menu", "--look swift-kit --select create --height 420"),
            Case("top-aspire-budget", "--look aspire-budget --appearance dark"),
            Case("left-stress-monitor", "--look stress-monitor --width 200 --height 640"),
            Case("right-swift-kit", "--look swift-kit --badge activity=3 --width 200 --height 640"),
            Case("left-menu", "--look swift-kit --select create --width 428 --height 480"),
        ]

    /// Fonts are pinned. A menu is a variant that the user's file configures.
    private func configuration(_ name: String) -> String {
        var fonts = "[title]\nfamilies = [\"Inter\"]\n"
        if let edge = ["top", "left", "right"].first(where: name.hasPrefix) {
            fonts += "[bar]\nposition = \"\(edge)\"\n"
        }
        guard name.contains("menu") else { return fonts }
        return fonts + "[[tabs]]\nid = \"create\"\nrole = \"action\"\nmenu = [\"new-post\", \"new-photo\"]\n"
    }

    @Test(arguments: cases)
    func picturesMatchTheGoldenFiles(_ picture: Case) throws {
        let home = try TemporaryDirectory()
        let made = try render(picture.name, picture.options, in: home)
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/\(picture.name).png").path
        if ProcessInfo.processInfo.environment["TABSHELL_GOLDEN"] == "write" {
            try? FileManager.default.removeItem(atPath: golden)
            try FileManager.default.copyItem(atPath: made, toPath: golden)
        }
        let (now, wanted) = (try Screenshot(pngFile: made), try Screenshot(pngFile: golden))
        #expect(now.width == wanted.width && now.height == wanted.height)
        let count = now.differingPixels(from: wanted, tolerance: Self.tolerance)
        let share = Double(count) / Double(wanted.width * wanted.height)
        #expect(share <= Self.share, "\(count) pixels are others")
    }

    @Test func transitionIsRenderedAsNumberedFrames() throws {
        let home = try TemporaryDirectory()
        let options = ["--look", "stress-monitor", "--select", "flash", "--render-frames", home.appending("frames")]
        _ = try render("frames", options, in: home)
        let files = try FileManager.default.contentsOfDirectory(atPath: home.appending("frames")).sorted()
        // 0.2 s at 60 Hz: the first frame, twelve more, and perhaps one for the remainder.
        #expect((13...14).contains(files.count))
        #expect(files.first == "frame-0000.png")
        #expect(files.last == "frame-00\(files.count - 1).png")
        let pictures = try files.map { try Screenshot(pngFile: home.appending("frames/\($0)")) }
        let before = try Screenshot(pngFile: render("before", ["--look", "stress-monitor"], in: home))
        let after = try Screenshot(
            pngFile: render("after", ["--look", "stress-monitor", "--select", "flash"], in: home))
        #expect(pictures.first == before)
        #expect(pictures.last == after)
        for (one, other) in zip(pictures, pictures.dropFirst()) { #expect(one != other) }
    }

    @Test(arguments: [
        (["--look", "swiftkit"], "swift-kit"), (["--select", "hone"], "home, flash, growth"),
        (["--badge", "home"], "mail=3"), (["--appearance", "dim"], "light or dark"),
        (["--width", "wide"], "--width"), (["--minimized"], "is never minimized"),
        (["--hold", "hone"], "unknown tab hone"),
    ])
    func invalidOptionsAreReported(options: [String], hint: String) throws {
        let home = try TemporaryDirectory()
        let panel = try start(["--render", home.appending("a.png")] + options, in: home)
        let exit = try panel.waitForExit()
        #expect(exit == .code(1) || exit == .code(2))
        #expect(panel.errorOutput.contains(hint), "\(panel.errorOutput)")
        #expect(access(home.appending("a.png"), F_OK) != 0)
    }

    @Test(
        arguments: [
            ("\"No Such Font\", \"Inter\"", "the font No Such Font is not installed; texts are drawn in Inter"),
            ("\"Inter\"", nil),
        ] as [(String, String?)])
    func missingFontIsReported(families: String, warning: String?) throws {
        let home = try TemporaryDirectory()
        let config = try home.write("look = \"lucidpal\"\n[title]\nfamilies = [\(families)]\n", to: "config.toml")
        let panel = try start(["--render", home.appending("a.png"), "--config", config], in: home)
        #expect(try panel.waitForExit() == .code(0))
        let lines = panel.errorOutput.split(separator: "\n")
        #expect(lines.count == (warning == nil ? 0 : 1))
        #expect(warning == nil || lines.first?.contains(warning ?? "") == true, "\(lines)")
    }

    private func start(_ options: [String], in home: TemporaryDirectory) throws -> ChildProcess {
        var environment = Environment.plain
        environment["HOME"] = home.path
        return try ChildProcess(BuiltProducts.url("tabshell-panel").path, options, environment: environment)
    }

    private func render(_ name: String, _ options: [String], in home: TemporaryDirectory) throws -> String {
        let file = home.appending("\(name).png")
        let config = try home.write(configuration(name), to: "\(name).toml")
        let output = options.contains("--render-frames") ? [] : ["--render", file]
        let panel = try start(output + ["--config", config] + options, in: home)
        guard try panel.waitForExit() == .code(0) else { throw SystemError("\(name): \(panel.errorOutput)") }
        return file
    }
}
