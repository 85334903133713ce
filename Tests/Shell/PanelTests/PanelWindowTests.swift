// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

@Suite struct PanelWindowTests {
    private static let manager = "zwlr_foreign_toplevel_manager_v1"

    private static let configuration = """
        [[tabs]]
        id = "growth"
        app_id = "org.example.Edit"
        window_badge = "title"
        """

    private func member(_ name: String, of stage: Stage) throws -> Any? {
        try stage.socket.request("state", id: 9)[name]
    }

    private func status(_ stage: Stage) throws -> [String: Any] {
        let programs = try member("programs", of: stage) as? [[String: Any]] ?? []
        return programs.first { $0["program"] as? String == "page:growth" } ?? [:]
    }

    @Test func barIsAboveThePageThatIsInFrontOfWindows() throws {
        let stage = try Stage(versions: [Self.manager: 3])
        let bar = try stage.bar()
        try stage.rest(bar)
        #expect(bar.layer?.layer == 2)
        #expect(!bar.journal.contains("set_layer"))
        func isCovered() throws -> Bool? { (try member("selection", of: stage) as? [String: Any])?["covered"] as? Bool }
        #expect(try isCovered() == nil)
        let window = try stage.compositor.waitFor("the toplevel manager to be bound") {
            try stage.compositor.openWindow("org.example.Edit", title: "Draft")
        }
        try stage.compositor.waitUntil("the window to cover the page") { try isCovered() == true }
        try stage.socket.request("select", ["tab": "home"])
        try stage.compositor.waitUntil("the bar to be above the page") { bar.journal.contains("set_layer") }
        #expect(try isCovered() == false)
        window.close()
        try stage.compositor.waitUntil("the bar to be where it was") {
            bar.journal.filter { $0 == "set_layer" }.count == 2
        }
        #expect(try isCovered() == nil)
        #expect(stage.compositor.violations == [])
        try stage.checkRunning()
    }

    /// Those that belong to a tab, or have no app ID, are left out.
    @Test func windowsOfNoTabAreListedOnDemand() throws {
        let stage = try Stage(versions: [Self.manager: 3], configuration: Self.configuration)
        try stage.bar()
        for (appID, title) in [
            ("org.example.Edit", "Draft"), ("a", "One"), ("", "Two"),
            ("b", "T\u{7}\(String(repeating: "ü", count: 400))"),
        ] {
            _ = try stage.compositor.waitFor("the toplevel manager to be bound") {
                try stage.compositor.openWindow(appID, title: title)
            }
        }
        try stage.compositor.settle(stage.client)
        let list = try stage.socket.request("windows")["windows"] as? [[String: Any]] ?? []
        #expect(Set(list.compactMap { $0["app_id"] as? String }) == ["a", "b"])
        let titles = list.compactMap { $0["title"] as? String }
        #expect(titles.contains("One") && titles.allSatisfy { $0.utf8.count <= 256 && !$0.contains("\u{7}") })
    }

    @Test func compositorWithoutListOfWindowsIsNamed() throws {
        let stage = try Stage()
        try stage.bar()
        try stage.socket.send(["id": 5, "verb": "windows"])
        let error = try stage.socket.expect(reply: 5)["error"] as? [String: Any]
        #expect((error?["message"] as? String)?.contains("wlr-foreign-toplevel-management") == true)
    }

    @Test func windowTabFollowsItsWindow() throws {
        let stage = try Stage(versions: [Self.manager: 3], configuration: Self.configuration)
        let bar = try stage.bar()
        // The bar is above the pages, which are above the windows.
        #expect(bar.layer?.layer == 3)
        let window = try stage.compositor.waitFor("the toplevel manager to be bound") {
            try stage.compositor.openWindow("org.example.Edit", title: "(3) Draft")
        }
        try stage.compositor.waitUntil("the badge") {
            let badges = try member("badges", of: stage) as? [String: [String: Int]]
            return badges?["growth"] == ["count": 3]
        }
        #expect(try status(stage)["phase"] as? String == "alive")
        try stage.socket.request("select", ["tab": "growth"])
        try stage.compositor.waitUntil("the window to be activated") { window.activations == 1 }
        window.tell(states: [2])
        window.done()
        try stage.compositor.settle(stage.client)
        try stage.socket.request("select", ["tab": "home"])
        // The panel has seen the selection once the bar shows it.
        try stage.compositor.waitUntil("the bar to show Home") { bar.indicator(0) > 200 }
        window.tell(states: [])
        window.done()
        try stage.compositor.settle(stage.client)
        #expect(try stage.selected(stage.client) == "home")
        // Activated by the user; the page takes the keyboard back at once.
        window.tell(states: [2])
        window.tell(states: [])
        window.done()
        try stage.waitForSelection(of: "growth")
        window.close()
        try stage.compositor.waitUntil("the window to be gone") { try status(stage)["phase"] as? String == "absent" }
        #expect((try member("windows", of: stage) as? [String: Any])?.isEmpty == true)
        #expect(stage.compositor.violations == [])
        try stage.checkRunning()
    }

    @Test(arguments: [true, false])
    func selectedWindowIsMaximized(fills: Bool) throws {
        let configuration = Self.configuration + (fills ? "" : "\nfill = false")
        let stage = try Stage(versions: [Self.manager: 3], configuration: configuration)
        try stage.bar()
        let window = try stage.compositor.waitFor("the toplevel manager to be bound") {
            try stage.compositor.openWindow("org.example.Edit")
        }
        let dialog = try #require(try stage.compositor.openWindow(""))
        dialog.tell(appID: "org.example.Edit")
        dialog.tell(parent: window)
        dialog.done()
        let other = try #require(try stage.compositor.openWindow("org.example.Other"))
        try stage.compositor.waitUntil("the window's tab") { try status(stage)["phase"] as? String == "alive" }
        if fills { try stage.compositor.waitUntil("the window to be maximized") { window.maximizedRequests == [true] } }
        window.tell(states: [0])
        window.done()
        // The user undoes it, and selects the tab again.
        window.tell(states: [])
        window.done()
        try stage.compositor.settle(stage.client)
        let before = dialog.activations
        try stage.socket.request("select", ["tab": "growth"])
        // The last one of both that had the focus, or opened.
        try stage.compositor.waitUntil("the dialog to be activated") { dialog.activations > before }
        try stage.compositor.settle(stage.client)
        #expect(window.maximizedRequests == (fills ? [true, true] : []))
        #expect(dialog.maximizedRequests == [] && other.maximizedRequests == [])
        // The shell ends.
        window.tell(states: [0])
        window.done()
        try stage.compositor.settle(stage.client)
        try stage.endPanel()
        #expect(window.maximizedRequests == (fills ? [true, true, false] : []))
    }

    @Test func statusReportsAMissingProtocol() throws {
        let stage = try Stage(configuration: Self.configuration)
        try stage.bar()
        try stage.compositor.waitUntil("the reason") {
            (try status(stage)["reason"] as? String)?.contains("no foreign-toplevel management") == true
        }
        #expect(try status(stage)["phase"] as? String == "absent")
    }
}
