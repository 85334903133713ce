import FakeCompositor
import Foundation
import ShellModel
import StageTestSupport
import Testing
import TestSupport

/// The announcements of the bar as the speech server gets them. All words are in `AnnouncedScreenTests`.
@Suite(.serialized) struct SpeechTests {
    @Test func defaultLookIsSpoken() throws {
        let session = try SpokenSession(configuration: "[speech]\nlanguage = \"en-GB\"\nrate = 30\n")
        #expect(
            try session.spoken(1) == ["text: Speech on. Home tab, current stress level, selected, 1 of 3"])
        #expect(
            session.server.commands.prefix(3) == [
                "SET SELF CLIENT_NAME user:tabshell:main", "SET SELF LANGUAGE en-GB", "SET SELF RATE 30",
            ])
        try session.request("select", ["tab": "flash"])
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        // A dot is not a number, and a number is spoken in full.
        try session.request("badge", ["tab": "home", "badge": ["dot": true]])
        #expect(try session.spoken(1) == ["notification: Home tab, current stress level, new"])
        try session.request("badge", ["tab": "growth", "badge": ["count": 1234]])
        #expect(try session.spoken(1) == ["notification: Growth tab, trends and insights, 1234 notifications"])
        // The hint only names something that can still be done, and comes after a pause.
        try session.request("focus")
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        try session.request("focus", ["move": "next"])
        #expect(
            try session.spoken(2, hints: true) == [
                "text: Growth tab, trends and insights, 1234 notifications, 3 of 3",
                "text: Double tap to switch to Growth tab",
            ])
        try session.request("focus", ["move": "activate"])
        #expect(
            try session.spoken(1) == ["text: Growth tab, trends and insights, 1234 notifications, selected, 3 of 3"])
    }

    @Test func pageInFrontHasTextsSpoken() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        let page = try #require(session.pages["home"])
        try page.request("announce", id: 2, ["text": "Breathe in", "urgency": "assertive"])
        try page.request("announce", id: 3, ["text": "Saved"])
        #expect(try session.spoken(2) == ["text: Breathe in", "notification: Saved"])
        try page.request("haptic", id: 4, ["kind": "success"])
        try session.request("select", ["tab": "flash"])
        #expect(throws: (any Error).self) { try page.request("announce", id: 5, ["text": "Behind"]) }
        #expect(throws: (any Error).self) { try page.request("haptic", id: 6, ["kind": "light"]) }
        #expect(throws: (any Error).self) { try session.request("announce", ["text": "Nobody"]) }
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
    }

    @Test func speechThatIsOffIsSilent() throws {
        let session = try SpokenSession()
        _ = try session.spoken(1)
        try session.request("preferences", ["speech": false])
        // A tap is a tap again, and explores nothing.
        try session.stage.compositor.settle(session.bar.client)
        try session.stage.select(1, on: session.bar)
        try session.request("preferences", ["speech": NSNull()])
        try session.request("select", ["tab": "home"])
        try session.request("preferences", ["speech": true])
        #expect(try session.spoken(1) == ["text: Speech on. Home tab, current stress level, selected, 1 of 3"])
    }
}

@Suite(.serialized) struct TouchExplorerTests {
    private static let (home, flash, growth) = (
        "text: Home tab, current stress level, selected, 1 of 3", "text: Flash tab, quick actions, 2 of 3",
        "text: Growth tab, trends and insights, 3 of 3"
    )

    private func tap(_ session: SpokenSession, _ id: Int32, x: Double) {
        session.stage.compositor.tap(on: session.bar, x: x, y: BarGeometry.y)
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
        // Two taps at another place activate the last spoken part.
        tap(session, 2, x: centers[2])
        tap(session, 3, x: centers[2])
        try session.stage.waitForSelection(of: "flash")
        #expect(try session.spoken(1) == ["text: Flash tab, quick actions, selected, 2 of 3"])
        // One tap speaks the part there.
        tap(session, 4, x: centers[0])
        #expect(try session.spoken(1) == ["text: Home tab, current stress level, 1 of 3"])
        #expect(try session.stage.selected(bar.client) == "flash")
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

    /// A finger that lifts now and then reaches more tabs than fit.
    @Test func rowThatDoesNotFitIsScrolledToWhatWasHeard() throws {
        let tabs = (4...14).map { "[[tabs]]\nid = \"t\($0)\"\ntitle = \"T\($0)\"\nicon = \"plus\"\n" }
        let session = try SpokenSession(configuration: "inherit_tabs = true\n" + tabs.joined())
        _ = try session.spoken(1)
        let (compositor, bar) = (session.stage.compositor, session.bar)
        var (heard, touches): (String, Int32) = ("", 0)
        while heard != "text: T14, 14 of 14" {
            try session.stage.rest(bar)
            let row = try session.tabList
            // The last tab that a finger can be on.
            let places = row.children.compactMap(\.bounds).filter { $0.width > 20 && $0.maxX <= 428 }.map(\.center.x)
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
        let menu = try session.stage.surface("tabshell-menu")
        try session.stage.rest(menu)
        // The last spoken tab is behind the menu.
        for _ in 0..<2 { compositor.tap(on: menu, x: 10, y: 10) }
        #expect(try session.stage.selected(bar.client) == "home")
        let tree = try session.stage.socket.accessibilityTree()
        let tea = try #require(tree.withDescendants.first { $0.id == "panel/action/tea" }?.bounds).center
        compositor.touchDown(4, on: menu, x: tea.x, y: tea.y)
        #expect(try session.spoken(1) == ["text: Tea, 2 of 2"])
        compositor.touchUp(4, on: menu)
        for _ in 0..<2 { compositor.tap(on: menu, x: 10, y: 10) }
        #expect(try session.spoken(1) == ["text: Menu closed"])
        #expect(try session.stage.socket.state().action.action == "tea")
    }
}

extension SpokenSession {
    /// The tabs of the bar, as the accessibility tree has them.
    fileprivate var tabList: AccessibilityNode {
        get throws { try #require(try stage.socket.accessibilityTree().children.first { $0.role == .tabList }) }
    }
}
