// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// The bar under a finger while speech is on.
@Suite(.serialized) struct TouchExplorerTests {
    private static let (home, flash, growth) = (
        "text: Home tab, current stress level, selected, 1 of 3", "text: Flash tab, quick actions, 2 of 3",
        "text: Growth tab, trends and insights, 3 of 3"
    )

    private func tap(_ session: SpokenSession, _ id: Int32, x: Double) {
        session.stage.compositor.touchDown(id, on: session.bar, x: x, y: BarGeometry.y)
        session.stage.compositor.touchUp(id, on: session.bar)
    }

    @Test func fingerHearsWhatIsUnderItAndADoubleTapActivatesIt() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        let (compositor, bar) = (session.stage.compositor, session.bar)
        let centers = BarGeometry.centers
        compositor.touchDown(1, on: bar, x: centers[0], y: BarGeometry.y)
        #expect(try session.spoken(1) == [Self.home])
        // Within one tab it is said once, and nothing is pressed.
        compositor.touchMove(1, on: bar, x: centers[0] + 10, y: BarGeometry.y)
        compositor.touchMove(1, on: bar, x: centers[1], y: BarGeometry.y)
        #expect(try session.spoken(1) == [Self.flash])
        compositor.touchMove(1, on: bar, x: centers[2], y: BarGeometry.y)
        #expect(try session.spoken(1) == [Self.growth])
        compositor.touchMove(1, on: bar, x: centers[1], y: BarGeometry.y)
        compositor.touchUp(1, on: bar)
        #expect(
            try session.spoken(2, hints: true).suffix(2) == [Self.flash, "text: Double tap to switch to Flash tab"])
        #expect(try session.stage.selected(bar.client) == "home" && bar.shown?.pressMark(1) == 0)
        // Two taps at another place activate what was heard last.
        tap(session, 2, x: centers[2])
        tap(session, 3, x: centers[2])
        try session.stage.waitForSelection(of: "flash")
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        // One tap says what is there.
        tap(session, 4, x: centers[0])
        #expect(try session.spoken(1) == ["text: Home tab, current stress level, 1 of 3"])
        #expect(try session.stage.selected(bar.client) == "flash")
        session.stage.checkLegality()
    }

    private static let menu = """
        [[actions]]
        id = "walk"
        title = "Walk"
        icon = "plus"
        [[actions]]
        id = "tea"
        title = "Tea"
        icon = "plus"
        [[tabs]]
        id = "flash"
        role = "action"
        menu = ["walk", "tea"]

        """

    /// More tabs than fit are reached by a finger that is lifted now and then.
    @Test func rowThatDoesNotFitIsScrolledToWhatWasHeard() throws {
        let tabs = (4...14).map { "[[tabs]]\nid = \"t\($0)\"\ntitle = \"T\($0)\"\nicon = \"plus\"\n" }
        let session = try SpokenSession(configuration: tabs.joined())
        _ = try session.spoken(1)
        let (compositor, bar) = (session.stage.compositor, session.bar)
        var (heard, touches): (String, Int32) = ("", 0)
        while heard != "text: T14, 14 of 14" {
            try session.stage.rest(bar)
            let tree = try session.stage.socket.request("accessibility", id: 5)["tree"] as? [String: Any]
            let parts = tree?["children"] as? [[String: Any]]
            let row = parts?.first { $0["role"] as? String == "tabList" }?["children"] as? [[String: Any]]
            // The last tab that a finger can be on.
            let places = (row ?? []).compactMap { $0["bounds"] as? [String: Double] }.compactMap { bounds -> Double? in
                guard let left = bounds["x0"], let right = bounds["x1"], right - left > 20, right <= 428 else {
                    return nil
                }
                return (left + right) / 2
            }
            touches += 1
            try #require(touches < 14)
            compositor.touchDown(touches, on: bar, x: try #require(places.max()), y: BarGeometry.y)
            let next = try #require(try session.spoken(1).first)
            #expect(next != heard)
            heard = next
            compositor.touchUp(touches, on: bar)
        }
        #expect(try session.stage.selected(bar.client) == "home")
        #expect(touches > 1)
        session.stage.checkLegality()
    }

    /// The place of a node of the panel on the output.
    private func center(of id: String, _ session: SpokenSession) throws -> (x: Double, y: Double) {
        func find(_ node: [String: Any]) -> [String: Any]? {
            if node["id"] as? String == id { return node }
            return (node["children"] as? [[String: Any]] ?? []).lazy.compactMap(find).first
        }
        let tree = try session.stage.socket.request("accessibility", id: 5)["tree"] as? [String: Any] ?? [:]
        let bounds = try #require(find(tree)?["bounds"] as? [String: Double])
        return (((bounds["x0"] ?? 0) + (bounds["x1"] ?? 0)) / 2, ((bounds["y0"] ?? 0) + (bounds["y1"] ?? 0)) / 2)
    }

    @Test func menuIsExploredAndWhatIsBehindItIsNotActivated() throws {
        let session = try SpokenSession(configuration: Self.menu)
        _ = try session.spoken(1)
        let (compositor, bar) = (session.stage.compositor, session.bar)
        compositor.touchDown(1, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        #expect(try session.spoken(1) == [Self.growth])
        compositor.touchUp(1, on: bar)
        try session.request("menu", ["tab": "flash"])
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, menu, 2 actions"])
        let menu = try compositor.waitFor("the menu") {
            compositor.surfaces("tabshell-menu").last { $0.isAlive && $0.frameCount > 0 }
        }
        try session.stage.rest(menu)
        func tap(_ id: Int32, _ x: Double, _ y: Double) {
            compositor.touchDown(id, on: menu, x: x, y: y)
            compositor.touchUp(id, on: menu)
        }
        // The tab that was heard last is behind the menu.
        tap(2, 10, 10)
        tap(3, 10, 10)
        #expect(try session.stage.selected(bar.client) == "home")
        let (x, y) = try center(of: "panel/action/tea", session)
        compositor.touchDown(4, on: menu, x: x, y: y)
        #expect(try session.spoken(1) == ["text: Tea, 2 of 2"])
        compositor.touchUp(4, on: menu)
        tap(5, 10, 10)
        tap(6, 10, 10)
        #expect(try session.spoken(1) == ["text: Menu closed"])
        let action = try session.stage.socket.request("state", id: 6)["action"] as? [String: Any]
        #expect(action?["action"] as? String == "tea")
        session.stage.checkLegality()
    }

    @Test func withoutSpeechATapIsATap() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        try session.request("preferences", ["speech": false])
        try session.stage.compositor.settle(session.bar.client)
        tap(session, 1, x: BarGeometry.centers[1])
        try session.stage.waitForSelection(of: "flash")
        session.stage.checkLegality()
    }

    /// Through the default look with the tree alone: what it names is pressed, and what is heard is what the tree has.
    @Test func defaultLookIsWalkedWithTheTreeAlone() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        for _ in 0..<2 {
            let tree = try session.stage.socket.request("accessibility", id: 5)["tree"] as? [String: Any]
            let parts = tree?["children"] as? [[String: Any]]
            let bar = try #require(parts?.first { $0["role"] as? String == "tabList" })
            for tab in bar["children"] as? [[String: Any]] ?? [] where tab["selected"] as? Bool == false {
                let (label, place) = (tab["label"] as? String ?? "", tab["positionInSet"] as? Int ?? 0)
                try session.stage.socket.request("press", id: 6, ["name": label])
                #expect(try session.spoken(1) == ["text: \(label), selected, \(place) of 3"])
                let hint = tab["description"] as? String ?? ""
                #expect(hint.hasPrefix("Double tap to switch to "))
            }
        }
        #expect(try session.stage.selected(session.bar.client) == "flash")
        session.stage.checkLegality()
    }
}
