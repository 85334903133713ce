// SPDX-License-Identifier: MIT

import Foundation
import Geometry
import TabBar
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// Each look on a compositor, driven by clicks.
    @Suite struct Looks {
        /// The page's rows would show through a translucent bar and be compared, too.
        private static let opaque = """
            [light]
            background = "#F2F2F7"
            background_end = "#F2F2F7"

            """

        /// Clicks on each tab that has a page in front, and compares the bar with its picture.
        private func walk(_ shell: LookSession) throws {
            let tabs = try shell.state().tabs.filter { $0.role == .page }
            for tab in tabs.dropFirst() + tabs.prefix(1) {
                try shell.click(.tab(tab.id))
                try shell.wait(for: "\(tab.id) to be selected") { $0.selection?.tab == tab.id }
                let share = try shell.difference(["--select", tab.id.rawValue])
                #expect(share < 0.001, "\(tab.id): \(share * 100) % of the bar's pixels are others")
            }
            #expect(try shell.state().programs.allSatisfy { $0.restarts == 0 })
        }

        @Test func stressMonitor() throws {
            let shell = try LookSession("stress-monitor")
            try walk(shell)
        }

        @Test func aspireBudget() throws {
            let shell = try LookSession("aspire-budget")
            try walk(shell)
            // The button runs its action and never changes the selection; the part that stands out of the bar can be
            // pressed, too.
            let before = try shell.state()
            try shell.click(.tab("add"))
            try shell.wait(for: "the action") { $0.action.count == before.action.count + 1 }
            let look = try #require(before.look)
            try shell.pointer.click(
                214, 800 - look.coveredHeight + look.button.centerY - look.button.diameter / 2 + 4)
            let after = try shell.wait(for: "the action once more") { $0.action.count == before.action.count + 2 }
            #expect(after.selection == before.selection)
            // Light and dark appearance, changed live.
            try shell.connect().request("appearance", ["appearance": "dark"])
            #expect(try shell.difference(["--appearance", "dark"]) < 0.001)
        }

        /// Preferences that are changed live reach the bar and the page, and stay in the look that follows.
        @Test func preferencesAreInForceAtOnce() throws {
            let shell = try LookSession("lucidpal")
            try shell.waitUntilShown()
            let before = try shell.restingPicture()
            try shell.connect().request("preferences", ["contrast": "more", "text_scale": 1.3, "motion": "reduced"])
            let file = "\(shell.sway.runtimeDirectory)/home/preferences.toml"
            try Data("contrast = \"more\"\ntext_scale = 1.3\n".utf8).write(to: URL(fileURLWithPath: file))
            #expect(try shell.difference(["--config", file]) < 0.001)
            // Text is larger, and the contrast of what is left as it was is more.
            let page = (x: 0, y: 0, width: 428, height: 600)
            try waitUntil("the page to change") {
                let after = try shell.restingPicture().crop(
                    x: page.x, y: page.y, width: page.width, height: page.height)
                let old = before.crop(x: page.x, y: page.y, width: page.width, height: page.height)
                return after.differingPixels(from: old, tolerance: 6) > 10_000
            }
            try shell.connect().request("preferences", ["contrast": NSNull(), "text_scale": NSNull()])
            #expect(try shell.difference([]) < 0.001)
            #expect(try shell.state().programs.allSatisfy { $0.restarts == 0 })
        }

        /// A floating rail, and after a reload of the configuration a bar at the upper edge: the pages are its ground, their
        /// content is beside it, and its tabs are pressed where they are drawn.
        @Test func barAtOtherEdges() throws {
            func configuration(_ edge: String) -> String { "[bar]\nposition = \"\(edge)\"\n" }
            let shell = try LookSession(
                "better-fit", configuration: configuration("left"), width: 800, height: 600,
                sway: ["output * background #ff00ff solid_color"])
            let wallpaper = Screenshot.Pixel(255, 0, 255)
            for edge in [Edge.left, .top] {
                if edge == .top { try shell.configure(configuration("top")) }
                try shell.wait(for: "the bar at the \(edge)") { $0.look?.bar.position == edge }
                try shell.waitUntilShown()
                for tab in ["plan", "recovery", "workout"] as [TabID] {
                    try shell.click(.tab(tab))
                    try shell.wait(for: "\(tab) to be selected") { $0.selection?.tab == tab }
                }
                let picture = try shell.restingPicture()
                let bare = (0..<600).contains { y in
                    (0..<800).contains { picture.pixel($0, y).distance(to: wallpaper) < 64 }
                }
                #expect(!bare, "wallpaper is seen, with the bar at the \(edge)")
            }
        }

        @Test func lucidpal() throws {
            let shell = try LookSession("lucidpal", configuration: Self.opaque)
            // All pages live from the start, and are the same at the end.
            let pids = try shell.state().programs.map(\.pid)
            #expect(pids.count == 7)
            try walk(shell)
            #expect(try shell.state().programs.map(\.pid) == pids)
            try shell.connect().request("badge", ["tab": "chat", "badge": ["count": 120]])
            #expect(try shell.difference(["--badge", "chat=120"]) < 0.001)
        }

        @Test func swiftKit() throws {
            let shell = try LookSession("swift-kit", configuration: Self.opaque)
            try walk(shell)
            // A modal button opens a sheet over the selected page, and closing it returns to the same state.
            try shell.click(.tab("profile"))
            let before = try shell.wait(for: "profile") { $0.selection?.tab == "profile" }
            try shell.click(.tab("create"))
            let open = try shell.wait(for: "the sheet") { $0.sheet.tab == "create" }
            #expect(open.selection == before.selection)
            _ = try shell.restingPicture()
            try shell.click(.tab("create"))
            let closed = try shell.wait(for: "the sheet to close") { $0.sheet.tab == nil }
            #expect(closed.selection == before.selection)
            // A deep link, a path that is kept, and the root by selecting again.
            let client = try shell.connect()
            try client.request("open", ["tab": "activity", "route": "day/today"])
            try shell.click(.tab("home"))
            try shell.wait(for: "home") { $0.selection?.tab == "home" }
            try shell.click(.tab("activity"))
            try shell.wait(for: "the path to be as it was") {
                $0.selection?.tab == "activity" && $0.path(of: "activity") == ["day", "today"]
            }
            try shell.click(.tab("activity"))
            let root = try shell.wait(for: "the root") { $0.path(of: "activity").isEmpty }
            #expect(root.reselect.count == before.reselect.count)
            try shell.click(.tab("activity"))
            try shell.wait(for: "the top") { $0.reselect.count == before.reselect.count + 1 }
        }

        @Test func swiftKitWithAMenu() throws {
            let menu = """
                [button]
                diameter = 56
                [[tabs]]
                id = "create"
                role = "action"
                menu = ["new-post", "new-photo"]
                """
            let shell = try LookSession("swift-kit", configuration: menu)
            let rest = try shell.restingPicture()
            try shell.click(.tab("create"))
            let open = try shell.wait(for: "the menu") { $0.menu.tab == "create" }
            // The rest is dimmed by black 40 %.
            let dimmed = try waitFor("the menu to be on the screen") { () -> Screenshot? in
                let picture = try shell.restingPicture()
                let (was, now) = (rest.pixel(8, 8), picture.pixel(8, 8))
                return abs(Int(now.red) - Int((Double(was.red) * 0.6).rounded())) <= 2 ? picture : nil
            }
            // A press beside the actions closes the menu.
            try shell.pointer.click(20, 100)
            try shell.wait(for: "the menu to close") { $0.menu.tab == nil }
            try waitUntil("the dimming to have gone") { try shell.restingPicture() == rest }
            #expect(dimmed != rest)
            // An action runs, closes the menu, and keeps the selection.
            try shell.click(.tab("create"))
            try shell.wait(for: "the menu") { $0.menu.tab == "create" }
            _ = try shell.restingPicture()
            let look = try #require(open.look)
            let buttonTop = 800 - look.coveredHeight + look.button.centerY - look.button.diameter / 2
            try shell.pointer.click(214, buttonTop - look.menu.spacing - look.menu.disc / 2)
            let after = try shell.wait(for: "the action") { $0.action.action == "new-post" }
            #expect(after.menu.tab == nil)
            #expect(after.selection == open.selection)
            try waitUntil("the menu to have gone") { try shell.restingPicture() == rest }
        }

        @Test func betterFit() throws {
            let shell = try LookSession("better-fit")
            try walk(shell)
            // Search is a sheet; the selection stays.
            try shell.click(.tab("search"))
            try shell.wait(for: "the sheet") { $0.sheet.tab == "search" && $0.selection?.tab == "workout" }
            _ = try shell.restingPicture()
            try shell.click(.tab("workout"))
            try shell.wait(for: "the sheet to close") { $0.sheet.tab == nil && $0.selection?.tab == "workout" }
            // Scrolling down minimizes the bar, scrolling up expands it, and so does a press on it.
            try shell.pointer.move(214, 300)
            try shell.pointer.wheel(3)
            try shell.wait(for: "the bar to fold") { $0.bar.isMinimized }
            _ = try shell.restingPicture()
            try shell.click(.expandBar)
            try shell.wait(for: "the bar to unfold") { !$0.bar.isMinimized }
            try shell.pointer.move(214, 300)
            try shell.pointer.wheel(3)
            try shell.wait(for: "the bar to fold again") { $0.bar.isMinimized }
            _ = try shell.restingPicture()
            try shell.pointer.wheel(-2)
            try shell.wait(for: "the bar to unfold by itself") { !$0.bar.isMinimized }
        }

        @Test(.measurement) func fiftyLookSwitchesLeakNothing() throws {
            // The same tabs in every look, so that no program is restarted.
            let tabs = ["a", "b", "c", "d"].map {
                "[[tabs]]\nid = \"\($0)\"\ntitle = \"\($0)\"\nicon = \"home\"\nexec = [\"tabshell-page\", \"--tab\", \"\($0)\"]\n"
            }
            let order = "order = [\"a\", \"b\", \"c\", \"d\"]\n"
            let shell = try LookSession("lucidpal", configuration: order + tabs.joined())
            let client = try shell.connect()
            let looks = ["swift-kit", "better-fit", "stress-monitor", "aspire-budget", "lucidpal"]
            func change(_ times: Int) throws {
                for round in 0..<times {
                    try client.request("look", ["look": looks[round % looks.count]])
                    try client.request("appearance", ["appearance": round % 2 == 0 ? "dark" : "light"])
                    if round % 3 == 2 { _ = try shell.restingPicture() }
                }
                _ = try shell.restingPicture()
            }
            func processes() throws -> [ProcessFacts] {
                try [ProcessFacts(pid: shell.daemon.pid)]
                    + shell.state().programs.compactMap { $0.pid.map { ProcessFacts(pid: $0) } }
            }
            func settle() throws {
                let all = try processes()
                try waitUntilSettled("the shell", quiet: 1) { try all.map { try $0.switches } }
            }
            try change(20)
            try settle()
            let before = try processes()
            let memory = try before.map { try $0.memory.privateDirty }
            let descriptors = try before.map { try $0.openDescriptors }
            try change(50)
            try settle()
            let after = try processes()
            #expect(after.map(\.pid) == before.map(\.pid))
            #expect(try shell.state().programs.allSatisfy { $0.restarts == 0 })
            for (index, process) in after.enumerated() {
                // A rasterizer may be just exiting, now or when they were counted first.
                try waitUntil("\(process.name ?? "") to have at most \(descriptors[index]) descriptors") {
                    try process.openDescriptors <= descriptors[index]
                }
                let now = try process.memory.privateDirty
                #expect(
                    Double(now) < Double(memory[index]) * 1.25 + 256,
                    "\(process.name ?? ""): \(memory[index]) kB before, \(now) kB now")
            }
        }
    }
}
