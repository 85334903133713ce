// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// A window that is no tab's and the selected page: the one to which the user turned last is on the screen.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct WindowStacking {
        private static let app = "org.example.free"
        private static let red = Screenshot.Pixel(255, 0, 0)

        private static let windowTab = """
            order = ["home", "one", "flash"]
            [[tabs]]
            id = "one"
            title = "one"
            icon = "agent"
            app_id = "org.example.one"
            """

        @Test func lastTurnedToIsInFront() throws {
            let shell = try LookSession(
                "stress-monitor", configuration: Self.windowTab,
                isReady: { state in
                    state.programs.allSatisfy { $0.phase == ($0.program == .page("one") ? .absent : .alive) }
                })
            func expectWindow(_ isInFront: Bool, _ what: String) throws {
                try waitUntil(what) {
                    let isRed = try Screenshot(of: shell.sway).pixel(214, 400).distance(to: Self.red) <= 4
                    return try isRed == isInFront && shell.sway.focusedWindow == (isInFront ? Self.app : nil)
                }
            }
            func select(_ tab: String, _ what: String) throws {
                try shell.connect().request("select", ["tab": tab])
                try expectWindow(false, what)
                #expect(try shell.state().selection?.tab.rawValue == tab)
            }
            func focus(_ what: String) throws {
                try shell.sway.swaymsg("[app_id=\"\(Self.app)\"] focus")
                try expectWindow(true, what)
            }
            let foot = try shell.sway.start(
                "foot",
                [
                    "--config=/dev/null", "--working-directory=/", "--override=colors.background=ff0000",
                    "--app-id=\(Self.app)", "cat",
                ])
            defer { foot.terminate() }
            try expectWindow(true, "the new window to be in front")
            try select("home", "the selected tab's page to be in front again")
            try focus("the focused window to be in front")
            try select("flash", "another page to be in front")
            try focus("the focused window to be in front of it")
            // A press on the tab that is selected already.
            try shell.click(.tab("flash"))
            try expectWindow(false, "the pressed tab's page to be in front")
            try focus("the focused window to be in front of it again")
            #expect(try shell.state().selection?.tab == "flash")
            foot.terminate()
            try shell.wait(for: "no window to be left") { $0.selection?.isCovered == nil }
        }
    }
}
