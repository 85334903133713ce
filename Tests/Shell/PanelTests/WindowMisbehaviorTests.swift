import ShellModel
import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// Late, repeated, missing and absurd events of xdg-activation and wlr-foreign-toplevel-management.
@Suite(.serialized) struct WindowMisbehaviorTests {
    private static let versions: [String: UInt32] = ["xdg_activation_v1": 1, "zwlr_foreign_toplevel_manager_v1": 3]
    private static let configuration = """
        [[tabs]]
        id = "growth"
        app_id = "org.example.Edit"
        window_title = "spoken"
        """

    private func makeStage() throws -> (stage: Stage, bar: FakeSurface) {
        let (stage, bar) = try Stage.withBar(versions: Self.versions, configuration: Self.configuration)
        try stage.compositor.waitUntil("the toplevel manager to be bound") {
            !stage.client.objects("zwlr_foreign_toplevel_manager_v1").isEmpty
        }
        return (stage, bar)
    }

    private func windows(_ stage: Stage) throws -> [TabID: WindowState] { try stage.socket.state().windows }

    /// The title of the tab's window.
    private func title(_ stage: Stage) throws -> String? { try windows(stage)["growth"]?.title }

    @Test func absurdWindowsAreSurvived() throws {
        let (stage, bar) = try makeStage()
        let window = try stage.openWindow("org.example.Edit", title: "One")
        try stage.compositor.waitUntil("the window") { try !windows(stage).isEmpty }
        // Repeated, without a change.
        for _ in 0..<200 { window.done() }
        for bytes in [[], [1], [2, 0, 0], [2, 0, 0, 0, 3], Array(repeating: 0xFF, count: 400)] as [[UInt8]] {
            window.tell(stateBytes: bytes)
            window.done()
        }
        for title in ["", "a\u{1B}[31m\n\u{202E}b", String(repeating: "x", count: 3500)] {
            window.change(title: title)
            try stage.compositor.waitUntil("the title \(title)") { try self.title(stage) == title }
        }
        // The window of another program from now on, and again this one's.
        for appID in ["", "org.example.Other", String(repeating: "y", count: 3500)] {
            window.change(appID: appID)
            try stage.compositor.settle(bar.client)
            try stage.compositor.waitUntil("no window of the tab") { try windows(stage).isEmpty }
        }
        window.tell(appID: "org.example.Edit")
        window.change(title: "Two")
        try stage.compositor.waitUntil("the last title") { try title(stage) == "Two" }
        // Closed twice, and events after its end.
        window.close()
        window.close()
        window.change(title: "Three")
        try stage.compositor.waitUntil("no window") { try windows(stage).isEmpty }
        #expect(try stage.selected(bar.client) != "")
    }

    @Test func absurdTokensSelectAllTheSame() throws {
        let (stage, bar) = try makeStage()
        let answers: [String?] = [nil, "", "two\nlines", "\u{1B}]0;x\u{7}", "kwin-1"]
        for answer in answers + [257, 3500].map({ String(repeating: "t", count: $0) }) {
            try stage.socket.request("select", ["tab": "home"])
            try stage.compositor.settle(bar.client)
            let count = stage.compositor.activations.count
            stage.compositor.tap(on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
            let token = try stage.compositor.waitFor("the request of a token") {
                stage.compositor.activations.dropFirst(count).first { $0.isCommitted }
            }
            if let answer {
                // Twice, and once more after the end.
                for _ in 0..<2 { token.answer(answer) }
            }
            try stage.waitForSelection(of: "growth")
            try stage.compositor.waitUntil("the token to be destroyed") { !token.isAlive }
            token.answer("too late")
        }
        // Presses without any answer: the last one counts.
        for round in 0..<60 {
            stage.compositor.tap(on: bar, x: BarGeometry.centers[round % 2 + 1], y: BarGeometry.y)
        }
        try stage.waitForSelection(of: "growth")
        try stage.select(1, on: bar)
        try stage.compositor.waitUntil("the tokens to be destroyed") {
            stage.compositor.activations.allSatisfy { !$0.isAlive }
        }
    }
}
