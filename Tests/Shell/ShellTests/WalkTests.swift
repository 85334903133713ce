// SPDX-License-Identifier: MIT

import Foundation
import InputTestSupport
import ShellModel
import TabConfig
import TabshellIPC
import TestSupport
import Testing

extension ShellTests {
    /// The five looks from tab to tab, without a pointer: with the keyboard alone, and with the accessibility tree alone.
    @Suite struct Walks {
        private func children(_ node: [String: Any]?) -> [[String: Any]] { node?["children"] as? [[String: Any]] ?? [] }

        /// The effect of a tab that was activated.
        private func isActive(_ tab: Tab, in state: ShellState) -> Bool {
            switch tab.role {
            case .page: state.selection?.tab == tab.id && state.sheet.tab == nil
            case .search, .compose: state.sheet.tab == tab.id
            case .action: tab.menu.isEmpty ? state.action.action == tab.action : state.menu.tab == tab.id
            }
        }

        @Test(arguments: ConfigurationLoader.builtInLooks) func lookIsWalkedThroughWithKeysAlone(look: String) throws {
            let session = try LookSession(look)
            let keyboard = try VirtualKeyboard(session.sway, characters: "")
            for (index, tab) in try session.state().tabs.enumerated() {
                // The bar may not have the keyboard yet, and the sheet before may have it still.
                let last = try session.state().tabs.last?.id
                try waitUntil("the last tab to have the focus") {
                    if try session.state().bar.focus == nil { try session.connect().request("focus") }
                    try keyboard.press(.end)
                    return try session.state().bar.focus?.tab == last
                }
                try keyboard.press(.home)
                for _ in 0..<index { try keyboard.press(.right) }
                try session.wait(for: "the focus of \(tab.id)") { $0.bar.focus == BarFocus(tab.id) }
                try keyboard.press(.enter)
                try session.wait(for: "the effect of \(tab.id)") { isActive(tab, in: $0) }
                guard tab.role != .page else { continue }
                // A sheet or a menu that has opened has the keyboard, and Escape closes it.
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

        @Test(arguments: ConfigurationLoader.builtInLooks) func lookIsWalkedThroughByItsTree(look: String) throws {
            let session = try LookSession(look)
            let tabs = try session.state().tabs
            for tab in tabs {
                let tree = try session.connect().request("accessibility")["tree"] as? [String: Any]
                let bar = try #require(children(tree).first { $0["role"] as? String == "tabList" })
                let node = try #require(children(bar).first { $0["id"] as? String == "panel/tab/\(tab.id)" })
                #expect((node["label"] as? String)?.isEmpty == false)
                #expect(children(bar).count == tabs.count)
                try session.connect().request("press", ["name": "panel/tab/\(tab.id)"])
                let state = try session.state()
                #expect(isActive(tab, in: state), "\(tab.id)")
                // The tab of an open sheet or menu closes it.
                if state.sheet.tab != nil { try session.connect().request("sheet", ["tab": NSNull()]) }
                if state.menu.tab != nil { try session.connect().request("press", ["name": "panel/close"]) }
            }
        }

        private static let list = """
            [[tabs]]
            id = "chat"
            exec = ["tabshell-sample", "--tab", "chat", "--rows", "30"]
            """

        /// A page needs no press before its first key: an arrow leads from the bar to it, and Escape back out.
        @Test func pageIsReachedAndLeftWithKeys() throws {
            let session = try LookSession("lucidpal", configuration: Self.list)
            let keyboard = try VirtualKeyboard(session.sway, characters: "")
            try session.connect().request("select", ["tab": "chat"])
            try session.wait(for: "the list") { $0.selection?.tab == "chat" }
            try session.connect().request("focus")
            try waitUntil("the focus to be in the page") {
                try keyboard.press(.up)
                return try session.state().bar.focus == BarFocus("chat", isPage: true)
            }
            try waitUntil("a row to open") {
                try keyboard.press(.end)
                try keyboard.press(.enter)
                return try session.state().path(of: "chat").first == "item-30"
            }
            try waitUntil("the root") {
                try keyboard.press(.left)
                return try session.state().path(of: "chat").isEmpty
            }
            // From the row that has the focus, then from the page.
            try waitUntil("the end of the focus") {
                try keyboard.press(.escape)
                return try session.state().bar.focus == nil
            }
        }
    }
}
