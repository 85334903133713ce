// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

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
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[tab], y: BarGeometry.y)
        stage.compositor.touchUp(1, on: bar)
        return try stage.compositor.waitFor("a feedback request") {
            stage.compositor.activations.dropFirst(count).first { $0.isCommitted }
        }
    }

    @Test func pressRequestsATokenBeforeSelecting() throws {
        let stage = try Stage(versions: [Self.manager: 1], configuration: Self.configuration)
        let bar = try stage.bar()
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
        stage.compositor.button(on: bar, isPressed: true)
        stage.compositor.button(on: bar, isPressed: false)
        let other = try stage.compositor.waitFor("a feedback request") {
            stage.compositor.activations.dropFirst().first
        }
        try stage.compositor.waitUntil("the token to be requested") { other.isCommitted }
        #expect(other.serial == second + 1)
        stage.checkLegality()
    }

    @Test func tabIsSelectedWithoutAToken() throws {
        let stage = try Stage(versions: [Self.manager: 1], configuration: Self.configuration)
        let bar = try stage.bar()
        let silent = try press(2, on: bar, stage)
        try stage.waitForSelection(of: "growth")
        try stage.compositor.waitUntil("the request to be cancelled") { !silent.isAlive }
        silent.answer("too late")
        for answer in ["", "two\nlines", String(repeating: "x", count: 257)] {
            try stage.socket.request("select", ["tab": "home"])
            try press(2, on: bar, stage).answer(answer)
            try stage.waitForSelection(of: "growth")
        }
        stage.checkLegality()
    }

    @Test func refusedTokenIsNone() throws {
        let local = try LocalSession(versions: [Self.manager: 1]) { $0.setCapabilities(7) }
        let (bar, fake) = try local.surface(.overlay(namespace: "bar"), PlainContent())
        try local.rest()
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

    @Test func laterRequestsDoNotOvertakeASelection() throws {
        let stage = try Stage(versions: [Self.manager: 1], configuration: Self.configuration)
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.touchUp(1, on: bar)
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        let state = try stage.socket.request("state", id: 7)
        #expect((state["selection"] as? [String: Any])?["previous"] as? String == "growth")
        try stage.compositor.waitUntil("the token objects to be destroyed") {
            stage.compositor.activations.allSatisfy { !$0.isAlive }
        }
        stage.checkLegality()
    }

    @Test func openTabsNeedNoToken() throws {
        let windows = "zwlr_foreign_toplevel_manager_v1"
        let stage = try Stage(versions: [Self.manager: 1, windows: 3], configuration: Self.configuration)
        let bar = try stage.bar()
        _ = try stage.compositor.waitFor("the toplevel manager to be bound") {
            try stage.compositor.openWindow("org.example.Edit")
        }
        try stage.compositor.waitUntil("the window to be known") {
            (try stage.socket.request("state", id: 8)["windows"] as? [String: Any])?.isEmpty == false
        }
        try stage.compositor.settle(stage.client)
        for (tab, name) in [(2, "growth"), (1, "flash")] {
            stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[tab], y: BarGeometry.y)
            stage.compositor.touchUp(1, on: bar)
            try stage.waitForSelection(of: name)
        }
        #expect(stage.compositor.activations.isEmpty)
        stage.checkLegality()
    }

    @Test func missingProtocolSelectsAtOnce() throws {
        let stage = try Stage(configuration: Self.configuration)
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "growth")
        stage.checkLegality()
    }
}
