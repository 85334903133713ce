import FakeCompositor
import Geometry
import Gestures
import ShellModel
import StageTestSupport
import Testing
import TestSupport

@testable import Panel

/// The keyboard of the bar: requested with the focus, shared with the windows, and given back.
@Suite(.serialized) struct PanelFocusTests {
    private func focus(_ stage: Stage, _ move: String = "enter") throws {
        try stage.socket.request("focus", id: 7, ["move": move])
    }

    private func focusedTab(_ stage: Stage) throws -> String? {
        try stage.socket.state().bar.focus?.tab.rawValue
    }

    private func wait(_ stage: Stage, _ surface: FakeSurface, for interactivity: Int) throws {
        try stage.compositor.waitUntil("the interactivity \(interactivity)") {
            surface.layer?.keyboardInteractivity == interactivity
        }
    }

    /// A stage whose bar has the keyboard.
    private func focusedStage(_ version: UInt32 = 4, configuration: String? = nil) throws -> (Stage, FakeSurface) {
        let (stage, bar) = try Stage.withBar(
            atRest: true, versions: ["zwlr_layer_shell_v1": version], configuration: configuration
        ) { $0.setCapabilities(7) }
        #expect(bar.layer?.keyboardInteractivity == 0)
        try stage.compositor.setKeymap(of: bar.client)
        try focus(stage)
        try wait(stage, bar, for: 1)
        stage.compositor.keyboardEnters(bar)
        try wait(stage, bar, for: version >= 4 ? 2 : 1)
        try stage.rest(bar)
        return (stage, bar)
    }

    @Test(arguments: [3, 4] as [UInt32]) func keyboardIsTakenAndGivenBackByEscape(version: UInt32) throws {
        let (stage, bar) = try focusedStage(version)
        stage.compositor.type(Code.escape, client: bar.client)
        try wait(stage, bar, for: 0)
        stage.compositor.keyboardLeaves(bar)
        #expect(try focusedTab(stage) == nil)
        #expect(try stage.selected(bar.client) == "home")
    }

    @Test func arrowMovesTheRingAndEnterSelects() throws {
        let (stage, bar) = try focusedStage()
        let picture = bar.shown?.pixels
        stage.compositor.type(Code.right, client: bar.client)
        try stage.compositor.waitUntil("the focus to move") { try focusedTab(stage) == "flash" }
        try stage.compositor.waitUntil("the ring to move") { bar.shown?.pixels != picture }
        #expect(try stage.selected(bar.client) == "home")
        stage.compositor.type(Code.enter, client: bar.client)
        try stage.waitForSelection(of: "flash")
        try wait(stage, bar, for: 0)
        #expect(try focusedTab(stage) == nil)
    }

    private static let menu = """
        look = "swift-kit"
        [[tabs]]
        id = "create"
        role = "action"
        menu = ["new-post", "new-photo"]

        """

    /// Moves the focus to the tab with the menu, and waits until the panel knows.
    private func focusMenu(_ stage: Stage, _ bar: FakeSurface) throws {
        let picture = bar.shown?.pixels
        try stage.socket.request("focus", id: 8, ["move": "find", "text": "c"])
        try stage.compositor.waitUntil("the ring of the tab with a menu") { bar.shown?.pixels != picture }
    }

    /// Keys that are typed faster than the daemon answers: the meaning of an arrow depends on the menu that the previous key opens.
    @Test func keysThatAreTypedAheadWaitForThoseBefore() throws {
        let (stage, bar) = try focusedStage(configuration: Self.menu)
        try focusMenu(stage, bar)
        for key in [Code.menu, Code.up] { stage.compositor.type(key, client: bar.client) }
        try stage.compositor.waitUntil("the focus of the second action") {
            try stage.socket.state().bar.focus == BarFocus("create", action: "new-photo")
        }
        // The first leads back to the tab, the second out of the bar.
        for _ in 0..<2 { stage.compositor.type(Code.escape, client: bar.client) }
        try stage.compositor.waitUntil("the focus to end") { try stage.socket.state().bar.focus == nil }
        #expect(try stage.socket.state().menu.tab == nil)
    }

    /// A key pressed while the keyboard moves between surfaces is lost.
    @Test func menuOpenedByAKeyLeavesTheKeyboardToTheBar() throws {
        let (stage, bar) = try focusedStage(configuration: Self.menu)
        var changes: [Int?] = []
        stage.compositor.onKeyboardInteractivity = { if $0 !== bar { changes.append($0.layer?.keyboardInteractivity) } }
        try focusMenu(stage, bar)
        stage.compositor.type(Code.menu, client: bar.client)
        let menu = try stage.surface("tabshell-menu")
        #expect(bar.layer?.keyboardInteractivity == 1)
        for key in [Code.escape, Code.enter, Code.up] {
            stage.compositor.type(key, client: bar.client)
        }
        try stage.compositor.waitUntil("the menu to be opened again") {
            try stage.socket.state().bar.focus == BarFocus("create", action: "new-photo")
        }
        #expect(changes.allSatisfy { $0 == 0 } && menu.layer?.keyboardInteractivity == 0)
    }

    @Test func menuOpenedByAPressTakesTheKeyboard() throws {
        let (stage, bar) = try Stage.withBar(configuration: Self.menu) { $0.setCapabilities(7) }
        try stage.socket.request("menu", id: 8, ["tab": "create"])
        let menu = try stage.surface("tabshell-menu")
        try wait(stage, menu, for: 1)
        #expect(bar.layer?.keyboardInteractivity == 0)
    }

    @Test func windowThatTakesTheKeyboardEndsTheFocus() throws {
        let (stage, bar) = try focusedStage()
        stage.compositor.keyboardLeaves(bar)
        try wait(stage, bar, for: 0)
        try stage.compositor.waitUntil("the focus to end") { try focusedTab(stage) == nil }
    }

    /// It may take it before the panel knows that the page has the focus.
    @Test func pageThatTakesTheKeyboardKeepsTheFocus() throws {
        let (stage, bar) = try focusedStage()
        stage.compositor.type(Code.up, client: bar.client)
        stage.compositor.keyboardLeaves(bar)
        try wait(stage, bar, for: 0)
        try stage.rest(bar)
        #expect(try stage.socket.state().bar.focus?.isPage == true)
    }

    /// KWin leaves it with a surface that no longer wants it. Without its zone, a maximized window may change its size.
    @Test func barThatKeepsTheKeyboardIsReplacedWithItsZone() throws {
        let (stage, bar) = try focusedStage()
        let zone = bar.layer?.exclusiveZone
        try focus(stage, "leave")
        try stage.compositor.waitUntil("another bar") {
            let shown = stage.compositor.surfaces("tabshell-bar").filter { $0.shown != nil }
            #expect(shown.map(\.layer?.exclusiveZone).filter { $0 != -1 } == [zone])
            return !bar.isAlive
        }
        #expect(stage.compositor.surfaces("tabshell-bar").map(\.layer?.keyboardInteractivity) == [0])
    }

    /// sway takes the keyboard from a surface that no longer has it exclusively, and may give it back late.
    @Test(arguments: [false, true]) func compositorThatDoesNotShareLeavesItExclusive(isLate: Bool) throws {
        let (stage, bar) = try Stage.withBar(atRest: true, versions: ["zwlr_layer_shell_v1": 4]) {
            $0.setCapabilities(7)
        }
        var changes: [Int] = []
        stage.compositor.onKeyboardInteractivity = { [unowned stage] surface in
            guard surface === bar else { return }
            let interactivity = surface.layer?.keyboardInteractivity ?? 0
            changes.append(interactivity)
            if interactivity == 1 {
                if !isLate || changes.count < 3 { stage.compositor.keyboardEnters(bar) }
            } else {
                stage.compositor.keyboardLeaves(bar)
            }
        }
        try focus(stage)
        try stage.compositor.waitUntil("the share to be refused") { changes == [1, 2, 1] }
        if isLate { try focus(stage, "next") }
        try stage.rest(bar)
        #expect(changes == [1, 2, 1])
        #expect(try focusedTab(stage) == (isLate ? "flash" : "home"))
        if isLate { return }
        try focus(stage, "leave")
        try stage.compositor.waitUntil("the keyboard to be given back") { changes == [1, 2, 1, 0] }
        // The keys between the two changes are lost, so it is not tried again.
        changes = []
        try focus(stage)
        try stage.compositor.waitUntil("the keyboard") { !changes.isEmpty }
        try stage.rest(bar)
        #expect(changes == [1])
    }

    @Test func hiddenBarIsSeenWhileItHasTheFocus() throws {
        let (stage, bar) = try focusedStage(configuration: "[bar]\nhide = \"always\"\n")
        #expect(bar.layer?.keyboardInteractivity == 2)
        #expect(bar.shown?.inputRegion != [PixelRect(x: 0, y: 150, width: 428, height: 2)])
        stage.compositor.type(Code.escape, client: bar.client)
        try wait(stage, bar, for: 0)
    }
}

/// The codes of keys.
private enum Code {
    static let (escape, enter, right, up, menu): (UInt32, UInt32, UInt32, UInt32, UInt32) = (1, 28, 106, 103, 139)
}

@Suite struct BarKeyboardTests {
    enum Step: Sendable {
        case wanted(Bool, mayShare: Bool = true)
        /// The bar gets the keyboard or loses it; true if a window has taken it.
        case focus(Bool, isLost: Bool = false)
    }

    @Test(
        arguments: [
            [
                (.wanted(true), .exclusive), (.focus(true), .shared), (.focus(false, isLost: true), .shared),
                (.wanted(false), .none),
            ],
            // Given back, not lost.
            [(.wanted(true), .exclusive), (.focus(true), .shared), (.wanted(false), .none), (.focus(false), .none)],
            // A page that had it exclusively may take it once more before releasing it.
            [
                (.wanted(true, mayShare: false), .exclusive), (.focus(true), .exclusive),
                (.focus(false), .exclusive),
            ],
            // The focus that ends is not taken for the next one.
            [
                (.wanted(true), .exclusive), (.focus(true), .shared), (.wanted(false), .none),
                (.wanted(true), .exclusive),
                (.focus(false), .exclusive), (.focus(true), .shared),
            ],
        ] as [[(Step, BarKeyboard.Request)]])
    func keyboardIsTakenSharedAndGivenBack(steps: [(Step, BarKeyboard.Request)]) {
        var keys = BarKeyboard()
        #expect(keys.request == .none)
        for (step, request) in steps {
            switch step {
            case .wanted(let isWanted, let mayShare): keys.update(isWanted: isWanted, mayShare: mayShare)
            case .focus(let isHeld, let expected):
                let isLost = keys.focusChanged(isHeld)
                #expect(isLost == expected)
            }
            #expect(keys.request == request, "\(step)")
        }
    }

    @Test func arrowsFollowTheBarsEdge() {
        func moves(_ keys: [Key], _ place: FocusMove.Place, _ edge: Edge) -> [FocusMove?] {
            keys.map { FocusMove(.key($0), in: place, at: edge) }
        }
        let arrows: [Key] = [.left, .right, .up, .down]
        // The arrow that points to the pages leads there.
        #expect(moves(arrows, .bar, .bottom) == [.previous, .next, .page, nil])
        #expect(moves(arrows, .bar, .top) == [.previous, .next, nil, .page])
        #expect(moves(arrows, .bar, .left) == [nil, .page, .previous, .next])
        #expect(moves(arrows, .bar, .right) == [.page, nil, .previous, .next])
        func mirrored(_ key: Key, _ edge: Edge) -> FocusMove? {
            FocusMove(.key(key), in: .bar, at: edge, isRightToLeft: true)
        }
        #expect([Key.left, .right].map { mirrored($0, .bottom) } == [.next, .previous])
        #expect([Key.up, .down].map { mirrored($0, .left) } == [.previous, .next])
        // The first action is the nearest one, or beside a rail the uppermost.
        #expect(moves(arrows, .menu, .bottom) == [nil, nil, .next, .previous])
        for edge in [Edge.top, .left, .right] { #expect(moves(arrows, .menu, edge) == [nil, nil, .previous, .next]) }
        for place in [FocusMove.Place.bar, .menu] {
            #expect(
                moves([.tab, .backtab, .home, .end, .activate, .escape, .pageUp], place, .bottom) == [
                    .next, .previous, .first, .last, .activate, .leave, nil,
                ])
        }
        #expect(FocusMove(.character("g"), in: .bar, at: .bottom) == .find)
        // Into the sheet.
        #expect(FocusMove(.key(.tab), in: .barOverSheet, at: .bottom) == .leave)
        #expect(FocusMove(.press(.zero), in: .bar, at: .bottom) == nil)
    }
}
