import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// A new user's first hour, in an empty home, with the README alone.
    @Suite struct FirstHour {
        /// The lines of the README's block of a language that contains a text.
        private static func block(_ language: String, with text: String) throws -> String {
            let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
            let blocks = readme.components(separatedBy: "```\(language)\n").dropFirst()
                .compactMap { $0.components(separatedBy: "```").first }
            return try #require(blocks.first { $0.contains(text) })
        }

        /// A server of one page for each path, whose background is the path's colour, on a port that it prints.
        private static let server = Repository.text("Tests/Fixtures/files/server.py")

        /// The browsers that `TABSHELL_BROWSERS` names; without it the first installed one.
        private static let browsers =
            ProcessInfo.processInfo.environment["TABSHELL_BROWSERS"]?.split(separator: " ").map(String.init)
            .filter { Environment.find($0) != nil } ?? [""]

        /// Three links, two applications, a document and a command, in the words of the README's example.
        private static func configuration(port: UInt16, browser: String) -> String {
            """
            look = "lucidpal"
            \(browser.isEmpty ? "" : "browsers = [\"\(browser)\"]")
            tabs = [
                { id = "wiki", title = "Wiki", icon = "document", url = "http://127.0.0.1:\(port)/204060?a=b" },
                { id = "news", title = "News", icon = "chat", url = "http://127.0.0.1:\(port)/602040" },
                { id = "mail", title = "Mail", icon = "home", url = "http://127.0.0.1:\(port)/406020" },
                { id = "terminal", title = "Terminal", icon = "agent", app_id = "foot", exec = "foot" },
                { id = "log", title = "Log", icon = "agent", app_id = "log", exec = ["foot", "-a", "log", "sh", "-c", "seq 99; cat"] },
                { id = "notes", title = "Notes", icon = "notes", file = "~/notes.md" },
                { id = "disks", title = "Disks", icon = "dashboard", command = "df -h", every = 10 },
            ]
            """
        }

        private let sway: HeadlessSway
        private let home: URL

        init() throws {
            var options = HeadlessSway.Options()
            (options.width, options.height) = (428, 800)
            options.configuration = ["seat seat0 hide_cursor 100"]
            sway = try HeadlessSway(options)
            home = URL(fileURLWithPath: "\(sway.runtimeDirectory)/home")
        }

        /// Runs a line of a shell with the programs in its path, and returns its output.
        private func shell(_ line: String) throws -> String {
            let products = try BuiltProducts.url("tabctl").deletingLastPathComponent().path
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
            let child = try sway.start(
                "sh", ["-c", line], environment: ["SHELL": "/bin/sh", "PATH": "\(products):\(path)"])
            let exit = try child.waitForExit()
            #expect(exit == .code(0), "\(line): \(child.errorOutput)\(child.output)")
            return child.output + child.errorOutput
        }

        /// Writes a file below the home as its user.
        private func write(_ text: String, to path: String) throws {
            let file = home.appendingPathComponent(path)
            _ = try shell("mkdir -p '\(file.deletingLastPathComponent().path)'")
            try Data(text.utf8).write(to: file)
        }

        private func start() throws -> (daemon: ChildProcess, client: SocketClient) {
            // Terminals begin in the folder of the daemon, which their user must be able to enter.
            let daemon = try sway.start(
                "sh", ["-c", "cd && exec '\(BuiltProducts.url("tabshelld").path)'"], environment: ["SHELL": "/bin/sh"])
            return (daemon, try SocketClient.waiting(for: sway.daemonSocket))
        }

        @Test(arguments: browsers) func sevenTabsOfAllKindsAreShown(browser: String) throws {
            defer { sway.stop() }
            let server = try ChildProcess("python3", ["-c", Self.server])
            let port = try waitFor("the server's port") {
                server.output.split(separator: "\n").first.flatMap { UInt16($0) }
            }
            let tabs: [TabID] = ["wiki", "news", "mail", "terminal", "log", "notes", "disks"]
            try write("# Shopping\n\n- bread\n- coffee\n", to: "notes.md")
            try write(Self.block("toml", with: "tabs = ["), to: ".config/tabshell/config.toml")
            #expect(try shell("tabshelld --check").contains(": no errors; the look lucidpal with the tabs wiki,"))
            try write(Self.configuration(port: port, browser: browser), to: ".config/tabshell/config.toml")
            #expect(
                try shell("tabshelld --check").hasSuffix(
                    "lucidpal with the tabs \(tabs.map(\.description).joined(separator: ", "))\n"))
            let (daemon, client) = try start()
            defer { daemon.terminate() }
            // Exactly these, in this order; the first is in front.
            try waitUntil("the tabs") {
                let state = try client.state()
                return state.tabs.map(\.id) == tabs && state.selection?.tab == "wiki"
            }
            var pictures: [Screenshot] = []
            for tab in tabs {
                _ = try shell("tabctl select \(tab)")
                try waitUntil("\(tab) to be alive; the daemon wrote: \(daemon.errorOutput.suffix(2000))", seconds: 60) {
                    try client.state().status(of: .page(tab))?.phase == .alive
                }
                // The page covers the screen above the bar, and differs from the earlier ones.
                try waitUntil("\(tab) on the screen; the daemon wrote: \(daemon.errorOutput.suffix(2000))", seconds: 60)
                {
                    let picture = try sway.restingPicture("\(tab) to rest").crop(x: 0, y: 0, width: 428, height: 600)
                    guard pictures.allSatisfy({ $0.differingPixels(from: picture, tolerance: 6) > 200 }),
                        tab != "wiki"
                            || [(20, 20), (214, 60), (400, 590)].allSatisfy({
                                picture.pixel($0, $1).distance(to: Screenshot.Pixel(0x204060)) <= 4
                            })
                    else { return false }
                    pictures.append(picture)
                    return true
                }
            }
        }

        @Test func commandsOfTheReadmeWorkAfterItsConfiguration() throws {
            defer { sway.stop() }
            try write(Self.block("toml", with: "tabs = ["), to: ".config/tabshell/config.toml")
            let (daemon, client) = try start()
            defer { daemon.terminate() }
            try waitUntil("the tabs") { try client.state().tabs.count == 4 }
            var effects: [String: (ShellState) -> Bool] = [
                "tabctl select": { $0.selection?.tab == "notes" },
                "tabctl badge": { $0.badges["disks"] == .count(3) },
                "tabctl appearance": { $0.appearance.value == .dark },
                "tabctl look": { $0.look?.name == "swift-kit" },
            ]
            for line in try Self.block("sh", with: "tabctl select").split(separator: "\n") {
                let words = line.split(separator: " ")
                let name = words.prefix(2).joined(separator: " ")
                switch name {
                case "tabctl watch":
                    // It runs until Ctrl-C, or until its reader goes: one event is enough.
                    #expect(try shell("\(line.split(separator: "#")[0]) | sed '/selection/q'").contains("notes"))
                case "tabctl doctor":
                    // It exits with a special status if it finds a problem, such as a missing font.
                    #expect(try shell("\(line) || true").contains("compositor"))
                default:
                    _ = try shell(String(line))
                    let known = effects.removeValue(forKey: name)
                    let effect = try #require(known, "no effect of \(line) is known")
                    try waitUntil("the effect of \(line)") { effect(try client.state()) }
                }
            }
            #expect(effects.isEmpty)
        }
    }
}
