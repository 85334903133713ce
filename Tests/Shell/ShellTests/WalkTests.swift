// SPDX-License-Identifier: MIT

import Foundation
import InputTestSupport
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// A page without a pointer.
    @Suite struct Walks {
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
