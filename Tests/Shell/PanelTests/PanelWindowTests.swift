import FakeCompositor
import Foundation
import ShellModel
import StageTestSupport
import Testing
import TestSupport

@testable import SurfaceKit

@Suite struct PanelWindowTests {
    private static let manager = "zwlr_foreign_toplevel_manager_v1"

    private static let configuration = """
        [[tabs]]
        id = "growth"
        app_id = "org.example.Edit"
        window_badge = "title"
        """

    private func status(_ stage: Stage) throws -> ProgramStatus? {
        try stage.socket.state().status(of: .page("growth"))
    }

    @Test func barIsAboveThePageThatIsInFrontOfWindows() throws {
        let (stage, bar) = try Stage.withBar(atRest: true, versions: [Self.manager: 3])
        #expect(bar.layer?.layer == 2)
        #expect(!bar.journal.contains("set_layer"))
        func isCovered() throws -> Bool? { try stage.socket.state().selection?.isCovered }
        #expect(try isCovered() == nil)
        let window = try stage.openWindow("org.example.Edit", title: "Draft")
        try stage.compositor.waitUntil("the window to cover the page") { try isCovered() == true }
        try stage.socket.request("select", ["tab": "home"])
        try stage.compositor.waitUntil("the bar to be above the page") { bar.journal.contains("set_layer") }
        #expect(try isCovered() == false)
        window.close()
        try stage.compositor.waitUntil("the bar to be where it was") {
            bar.journal.filter { $0 == "set_layer" }.count == 2
        }
        #expect(try isCovered() == nil)
    }

    /// Mir has fullscreen windows below the layer `top`.
    @Test func barIsBelowAFullscreenWindow() throws {
        let (stage, bar) = try Stage.withBar(
            atRest: true, versions: [Self.manager: 3], configuration: Self.configuration)
        try stage.socket.request("select", ["tab": "growth"])
        let window = try stage.openWindow("org.example.Edit", states: [2])
        for (states, layer) in [([2], 3), ([2, 3], 1), ([2], 3)] as [([UInt32], Int)] {
            window.change(states: states)
            try stage.compositor.waitUntil("the layer of the bar") { bar.layer?.layer == layer }
        }
    }

    /// Windows of a tab, or without an app ID, are left out.
    @Test func windowsOfNoTabAreListedOnDemand() throws {
        let stage = try Stage(versions: [Self.manager: 3], configuration: Self.configuration)
        try stage.bar()
        for (appID, title) in [
            ("org.example.Edit", "Draft"), ("a", "One"), ("", "Two"),
            ("b", "T\u{7}\(String(repeating: "ü", count: 400))"),
        ] {
            _ = try stage.openWindow(appID, title: title, states: appID == "a" ? [2] : [])
        }
        try stage.compositor.settle(stage.client)
        let list = try stage.socket.request("windows")["windows"] as? [[String: Any]] ?? []
        #expect(Set(list.compactMap { $0["app_id"] as? String }) == ["a", "b"])
        #expect(list.filter { $0["focused"] as? Bool == true }.map { $0["app_id"] as? String } == ["a"])
        let titles = list.compactMap { $0["title"] as? String }
        #expect(titles.contains("One") && titles.allSatisfy { $0.utf8.count <= 256 && !$0.contains("\u{7}") })
    }

    @Test func windowTabFollowsItsWindow() throws {
        let (stage, bar) = try Stage.withBar(versions: [Self.manager: 3], configuration: Self.configuration)
        // The bar is above the pages, which are above the windows.
        #expect(bar.layer?.layer == 3)
        let window = try stage.openWindow("org.example.Edit", title: "(3) Draft")
        try stage.compositor.waitUntil("the badge") { try stage.socket.state().badges["growth"] == .count(3) }
        #expect(try status(stage)?.phase == .alive)
        try stage.socket.request("select", ["tab": "growth"])
        try stage.compositor.waitUntil("the window to be activated") { window.activations == 1 }
        window.change(states: [2])
        try stage.compositor.settle(stage.client)
        try stage.socket.request("select", ["tab": "home"])
        // The panel has seen the selection once the bar shows it.
        try stage.compositor.waitUntil("the bar to show Home") { bar.indicator(0) > 200 }
        window.change(states: [])
        try stage.compositor.settle(stage.client)
        #expect(try stage.selected(stage.client) == "home")
        // Activated by the compositor, as after a lock; the page takes the keyboard back at once.
        window.tell(states: [2])
        window.change(states: [])
        try stage.compositor.settle(stage.client)
        #expect(try stage.selected(stage.client) == "home")
        window.close()
        try stage.compositor.waitUntil("the window to be gone") { try status(stage)?.phase == .absent }
        #expect(try stage.socket.state().windows.isEmpty)
    }

    @Test func selectedWindowIsMaximized() throws {
        let stage = try Stage(versions: [Self.manager: 3], configuration: Self.configuration)
        try stage.bar()
        let window = try stage.openWindow("org.example.Edit")
        let dialog = try stage.openWindow("")
        dialog.tell(appID: "org.example.Edit")
        dialog.tell(parent: window)
        dialog.done()
        let other = try stage.openWindow("org.example.Other")
        try stage.compositor.waitUntil("the window's tab") { try status(stage)?.phase == .alive }
        try stage.compositor.waitUntil("the window to be maximized") { window.maximizedRequests == [true] }
        window.change(states: [0])
        // The user undoes it, and selects the tab again.
        window.change(states: [])
        try stage.compositor.settle(stage.client)
        let before = dialog.activations
        try stage.socket.request("select", ["tab": "growth"])
        // The last focused or opened one of both.
        try stage.compositor.waitUntil("the dialog to be activated") { dialog.activations > before }
        try stage.compositor.settle(stage.client)
        #expect(window.maximizedRequests == [true, true])
        #expect(dialog.maximizedRequests == [] && other.maximizedRequests == [])
        // The shell ends.
        window.change(states: [0])
        try stage.compositor.settle(stage.client)
        try stage.endPanel()
        #expect(window.maximizedRequests == [true, true, false])
    }

    @Test func statusReportsAMissingProtocol() throws {
        let stage = try Stage(configuration: Self.configuration)
        try stage.bar()
        try stage.compositor.waitUntil("the reason") {
            try status(stage)?.reason?.contains("no foreign-toplevel management") == true
        }
        #expect(try status(stage)?.phase == .absent)
        try stage.socket.send(["id": 5, "verb": "windows"])
        let error = try stage.socket.expect(reply: 5)["error"] as? [String: Any]
        #expect((error?["message"] as? String)?.contains("wlr-foreign-toplevel-management") == true)
    }
}

@Suite struct PanelActivationTests {
    private static let manager = "xdg_activation_v1"

    private static let configuration = """
        [[tabs]]
        id = "growth"
        app_id = "org.example.Edit"
        """

    /// Presses and releases a tab.
    ///
    /// - Returns: the token request that follows.
    private func press(_ tab: Int, on bar: FakeSurface, _ stage: Stage) throws -> FakeActivation {
        let count = stage.compositor.activations.count
        stage.compositor.tap(on: bar, x: BarGeometry.centers[tab], y: BarGeometry.y)
        return try stage.compositor.waitFor("a feedback request") {
            stage.compositor.activations.dropFirst(count).first { $0.isCommitted }
        }
    }

    @Test func pressRequestsATokenBeforeSelecting() throws {
        let (stage, bar) = try Stage.withBar(versions: [Self.manager: 1], configuration: Self.configuration)
        let first = stage.compositor.serial()
        let activation = try press(2, on: bar, stage)
        #expect(activation.serial == first + 1)
        #expect(activation.hasSeat)
        #expect(activation.surface === bar)
        #expect(activation.appID == "org.example.Edit")
        activation.answer("a-token")
        try stage.waitForSelection(of: "growth")
        try stage.compositor.waitUntil("the token object to be destroyed") { !activation.isAlive }
        // The same with a pointer.
        try stage.socket.request("select", ["tab": "home"])
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        let second = stage.compositor.serial()
        stage.compositor.click(on: bar)
        let other = try stage.compositor.waitFor("a feedback request") {
            stage.compositor.activations.dropFirst().first
        }
        try stage.compositor.waitUntil("the token to be requested") { other.isCommitted }
        #expect(other.serial == second + 1)
    }

    @Test func refusedTokenIsNone() throws {
        let (local, bar, fake, _) = try LocalSession.showing(
            as: .overlay(namespace: "bar"), versions: [Self.manager: 1]
        ) {
            $0.setCapabilities(7)
        }
        local.compositor.pointerEnters(fake, x: 5, y: 5)
        local.compositor.button(on: fake, isPressed: true)
        try local.settle()
        var tokens: [String?] = []
        // KWin answers so instead of with an empty token.
        for (index, answer) in ["not-granted-666", "kwin-1"].enumerated() {
            let request = ActivationTokenRequest(from: bar, for: "a", within: 60_000_000_000) { tokens.append($0) }
            #expect(request != nil)
            let fake = try local.waitFor("the request") {
                local.compositor.activations.dropFirst(index).first { $0.isCommitted }
            }
            fake.answer(answer)
            try local.waitUntil("the token") { !fake.isAlive }
        }
        #expect(tokens == [nil, "kwin-1"])
    }

    @Test func openTabsNeedNoToken() throws {
        let windows = "zwlr_foreign_toplevel_manager_v1"
        let (stage, bar) = try Stage.withBar(
            versions: [Self.manager: 1, windows: 3], configuration: Self.configuration)
        _ = try stage.openWindow("org.example.Edit")
        try stage.compositor.waitUntil("the window to be known") { try !stage.socket.state().windows.isEmpty }
        try stage.compositor.settle(stage.client)
        for (tab, name) in [(2, "growth"), (1, "flash")] {
            stage.compositor.tap(on: bar, x: BarGeometry.centers[tab], y: BarGeometry.y)
            try stage.waitForSelection(of: name)
        }
        #expect(stage.compositor.activations.isEmpty)
    }

    @Test func missingProtocolSelectsAtOnce() throws {
        let (stage, bar) = try Stage.withBar(configuration: Self.configuration)
        try stage.select(2, on: bar)
    }
}
