import Foundation
import InputTestSupport
import ShellModel
import TabBar
import ShellConfig
import TestSupport
import Testing

extension ShellTests {
    @Suite struct Looks {
        /// The page's rows would show through a translucent bar and be compared, too.
        private static let opaque = """
            [light]
            background = "#F2F2F7"
            background_end = "#F2F2F7"

            """

        private static let menu = """
            [[tabs]]
            id = "create"
            role = "action"
            menu = ["new-post", "new-photo"]

            """

        /// Clicks on each tab with a page in front, and compares the bar with its picture.
        private func walk(_ shell: ShellSession) throws {
            let tabs = try shell.state().tabs.filter { $0.role == .page }
            for tab in tabs.dropFirst() + tabs.prefix(1) {
                try shell.select(tab.id)
                let share = try shell.difference(["--select", tab.id.rawValue])
                #expect(share < 0.001, "\(tab.id): \(share * 100) % of the bar's pixels are others")
            }
            #expect(try shell.state().programs.allSatisfy { $0.restarts == 0 })
        }

        /// The effect of an activated tab.
        private func isActive(_ tab: Tab, in state: ShellState) -> Bool {
            switch tab.role {
            case .page: state.selection?.tab == tab.id && state.sheet.tab == nil
            case .search, .compose: state.sheet.tab == tab.id
            case .action: tab.menu.isEmpty ? state.action.action == tab.action : state.menu.tab == tab.id
            }
        }

        /// The programs live from the start, and are the same at the end. Each frame of all looks is in `BarFilmTests`.
        @Test(arguments: ["swift-kit", "lucidpal"])
        func lookIsWalkedThrough(look: String) throws {
            let shell = try ShellSession(look, configuration: Self.opaque + (look == "swift-kit" ? Self.menu : ""))
            let pids = try shell.state().programs.map(\.pid)
            try walk(shell)
            // This look has tabs of each role.
            if look == "swift-kit" { try walkWithKeys(shell) } else { try changePreferences(shell) }
            #expect(try shell.state().programs.map(\.pid) == pids)
        }

        private func walkWithKeys(_ session: ShellSession) throws {
            let keyboard = try VirtualKeyboard(session.sway, characters: "")
            for (index, tab) in try session.state().tabs.enumerated() {
                // The bar may not have the keyboard yet, and the sheet before may have it still.
                try waitUntil("the focus of \(tab.id)") {
                    if try session.state().bar.focus == nil { try session.connect().request("focus") }
                    try keyboard.press(.home)
                    for _ in 0..<index { try keyboard.press(.right) }
                    let focus = BarFocus(tab.id)
                    return (try? waitUntil("the keys", seconds: 2) { try session.state().bar.focus == focus }) != nil
                }
                try keyboard.press(.enter)
                try session.wait(for: "the effect of \(tab.id)") { isActive(tab, in: $0) }
                guard tab.role != .page else { continue }
                // An open sheet or menu has the keyboard, and Escape closes it.
                try waitUntil("\(tab.id) to close") {
                    let state = try session.state()
                    if state.sheet.tab == nil, state.menu.tab == nil { return true }
                    try keyboard.press(.escape)
                    return false
                }
                // Another Escape may be under way, and is not for the bar.
                _ = try session.restingPicture()
            }
        }

        /// Preferences changed live reach the bar and the page, and stay in the next look.
        private func changePreferences(_ shell: ShellSession) throws {
            let before = try shell.restingPicture()
            try shell.connect().request("preferences", ["contrast": "more", "text_scale": 1.3, "motion": "reduced"])
            let file = "\(shell.sway.runtimeDirectory)/home/preferences.toml"
            try Data("contrast = \"more\"\ntext_scale = 1.3\n\(Self.opaque)".utf8).write(to: URL(fileURLWithPath: file))
            #expect(try shell.difference(["--config", file]) < 0.001)
            // Text is larger, and the contrast of the unchanged rest is more.
            try waitUntil("the page to change") {
                let pages = [before, try shell.restingPicture()].map { $0.crop(x: 0, y: 0, width: 428, height: 600) }
                return pages[1].differingPixels(from: pages[0], tolerance: 6) > 10_000
            }
            try shell.connect().request("preferences", ["contrast": NSNull(), "text_scale": NSNull()])
            #expect(try shell.difference([]) < 0.001)
        }
    }
}
