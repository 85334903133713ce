import Foundation
import InputTestSupport
import ShellModel
import TabshellIPC
import TestSupport
import Testing

extension ShellTests {
    @Suite struct FirstStart {
        @Test func looksAreChosenWithKeysAndKept() throws {
            let sway = try HeadlessSway()
            defer { sway.stop() }
            let empty = try Screenshot(of: sway)
            let applications = "\(sway.runtimeDirectory)/share/applications"
            try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
            for (id, name) in [("tabshell", "The Shell Itself"), ("other", "Another Program")] {
                let entry = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n"
                try entry.write(toFile: "\(applications)/\(id).desktop", atomically: false, encoding: .utf8)
            }
            let daemon = try sway.start(
                BuiltProducts.url("tabshelld").path, ["--welcome"],
                environment: ["XDG_DATA_DIRS": "\(sway.runtimeDirectory)/share"])
            defer { daemon.terminate() }
            let client = try SocketClient.waiting(for: sway.daemonSocket)
            var hasBegun = false
            func wait(for what: String, _ isSo: (ShellState) -> Bool) throws {
                try waitUntil("\(what); the daemon wrote: \(daemon.errorOutput.suffix(2000))") {
                    // Neither a page that starts nor another look lets the compositor's own colour be seen.
                    let picture = try Screenshot(of: sway)
                    hasBegun = hasBegun || picture != empty
                    #expect(!hasBegun || !picture.hasLine(of: empty.pixel(0, 0)), "\(what)")
                    return isSo(try client.state())
                }
            }
            try wait(for: "the page to be alive and in front") {
                $0.selection?.tab == "welcome" && $0.tab("welcome")?.isHidden == true
                    && $0.status(of: .page("welcome"))?.phase == .alive
            }
            let keyboard = try VirtualKeyboard(sway, characters: "x")
            /// Presses the button a number of places after the focused one.
            func press(_ distance: Int) throws {
                for _ in 0..<distance { try keyboard.press(.tab) }
                try keyboard.press(.enter)
            }
            /// Presses a part by its name, as soon as the page, which is busy after a change of the look, lists it.
            func press(_ name: String) throws {
                try waitUntil("\(name) to be pressed") { (try? client.request("press", ["name": name])) != nil }
            }
            // A press gives the page the keyboard.
            let pointer = try VirtualPointer(sway)
            try waitUntil("the page's buttons") { try client.accessibilityText().contains(#""role":"button""#) }
            // The shell cannot run in its own tab.
            try waitUntil("the applications") { try client.accessibilityText().contains("Another Program") }
            #expect(try !client.accessibilityText().contains("The Shell Itself"))
            let rest = try sway.restingPicture("the page to rest")
            try pointer.click(20, 100)
            try keyboard.press(.tab)
            try waitUntil("the focus to be seen") { try Screenshot(of: sway) != rest }
            try press(2)
            // The page stays in front, although the look has other tabs.
            try wait(for: "another look") { $0.look?.name == "lucidpal" && $0.selection?.tab == "welcome" }
            // It does so in one with a fixed number of tabs.
            try press("Aspire Budget")
            try wait(for: "the next look") { $0.look?.name == "aspire-budget" && $0.selection?.tab == "welcome" }
            try press("Dark")
            try wait(for: "the dark appearance") { $0.appearance.value == .dark }
            // The chosen application takes the place of the look's first tab; this look needs four.
            try press("Another Program")
            try press("Done")
            try wait(for: "the application in front") {
                $0.selection?.tab == "another-program" && $0.tabs.filter { $0.role == .page }.count == 4
                    && $0.tab("welcome") == nil && !$0.configuration.hasUnsavedTabs
            }
            let saved = "\(sway.runtimeDirectory)/home/.config/tabshell/tabs.toml"
            try waitUntil("the look to be saved") {
                (try? String(contentsOfFile: saved, encoding: .utf8))?.contains(#"look = "aspire-budget""#) == true
            }
        }
    }
}
