import Foundation
import TestSupport
import Testing

/// A home that the libraries of the rasterizer do not expect, and what they report: there is a picture all the same. `TABSHELL_HELPER_ROOT` is the root folder of another Debian, see Tests/Packages/check-helpers.
@Suite struct LibraryTests {
    struct Home: CustomTestStringConvertible {
        let testDescription: String
        /// Commands in the home, which has a font in `$fonts`.
        let commands: String
        let variables: [String: String]
        /// A part of an icon; nil for a text.
        let icon: String?
        /// A part of what is reported.
        let report: String
        /// True if the text is drawn in another font.
        var isReplaced: Bool { report == "Nunito" }

        init(
            _ name: String, _ commands: String = "", _ variables: [String: String] = [:], icon: String? = nil,
            report: String = ""
        ) {
            (testDescription, self.commands, self.variables) = (name, commands, variables)
            (self.icon, self.report) = (icon, report)
        }
    }

    private static let stale = "fc-cache; touch -d 2001-01-01 $fonts"

    static let homes = [
        Home("no cache"),
        Home("empty cache", "mkdir -p .cache/fontconfig"),
        Home("stale cache", stale),
        Home("damaged cache", "fc-cache; for i in .cache/fontconfig/*; do echo damaged >$i; done"),
        Home("short cache", "fc-cache; truncate -s 200 .cache/fontconfig/*"),
        Home("read-only cache", "\(stale); chmod 500 .cache/fontconfig"),
        Home("unreadable cache", "\(stale); chmod 0 .cache/fontconfig"),
        Home("file for a cache", "touch .cache"),
        Home("name of an older cache", "touch $fonts/.uuid"),
        Home("new font", "fc-cache; cp font.ttf $fonts/new.ttf"),
        Home("unreadable font", "fc-cache; chmod 0 $fonts/font.ttf", report: "Nunito"),
        Home("short font", "fc-cache; truncate -s 900 $fonts/font.ttf", report: "Nunito"),
        Home("unreadable folder", "fc-cache; chmod 0 $fonts"),
        Home("no home", "unset HOME"),
        Home("FC_DEBUG", "", ["FC_DEBUG": "1023"], report: "FcConfig"),
        Home("G_MESSAGES_DEBUG", "", ["G_MESSAGES_DEBUG": "all"]),
        Home("RSVG_LOG", "", ["RSVG_LOG": "1"], icon: ##"<path d="M2 2h9v9" fill="url(#none)"/>"##, report: "#none"),
        Home("size below 0", icon: #"<text y="9" font-size="-5">A</text>"#, report: "(tabshell-raster:"),
    ]

    @Test(arguments: homes) func pictureIsDrawn(home: Home) throws {
        let folder = try TemporaryDirectory(mode: 0o755)
        _ = try folder.copy(Repository.file("fonts/Nunito.ttf").path, to: "font.ttf")
        let icon = #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M9 9h9v9z"/>"#
        try folder.write("\(icon)\(home.icon ?? "")</svg>", to: "icon.svg")
        let script = """
            cd; fonts=.local/share/fonts; mkdir -p $fonts; cp font.ttf $fonts
            \(home.commands)
            printf '%s\\n' "$1" | "$2"; status=$?
            chmod -R u+rwX .[a-z]*; exit $status
            """
        let texts = (home.isReplaced ? ["Nunito", "Sans"] : ["Nunito"]).map { "text 16 400 - \($0)\tHome" }
        let request = home.icon == nil ? texts.joined(separator: "\n") : "icon 24 24 \(folder.path)/icon.svg"
        let program = try BuiltProducts.url("tabshell-raster").path
        let root = ProcessInfo.processInfo.environment["TABSHELL_HELPER_ROOT"]
        let words =
            (root.map { ["chroot", "--userspec=\(Privilege.user ?? 0)", $0] } ?? [])
            + ["sh", "-c", script, "sh", request, program]
        let environment = Environment.plain.merging(home.variables) { $1 }.merging(["HOME": folder.path]) { $1 }
        let rasterizer = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment, asRoot: root != nil)
        #expect(try rasterizer.waitForExit() == .code(0), "\(rasterizer.errorOutput)")
        let reply = try Data(contentsOf: URL(fileURLWithPath: rasterizer.outputPath))
        #expect(reply.starts(with: Data((home.icon == nil ? "text " : "icon 24 24\n").utf8)))
        #expect(reply.drop { $0 != 0x0A }.dropFirst().contains { $0 != 0 })
        #expect(!home.isReplaced || reply.prefix(reply.count / 2) == reply.suffix(reply.count / 2))
        #expect(home.report.isEmpty || rasterizer.errorOutput.contains(home.report), "\(rasterizer.errorOutput)")
    }
}
