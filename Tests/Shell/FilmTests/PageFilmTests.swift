import FakeCompositor
import Geometry
import ShellModel
import TestSupport
import Testing

/// Each frame of the bar and of the three pages, separate processes: each must be where its model is at that time.
@Suite(.serialized, .measurement) struct PageFilmTests {
    /// The compositor's features, and the direction of the layout. A nil stacking is not observable.
    struct Kind: Sendable, CustomTestStringConvertible {
        var stacking: PageStacking?
        var fades = false
        var direction = LayoutDirection.leftToRight

        var testDescription: String { "\(stacking.map { "\($0)" } ?? "unknown"), fades: \(fades), \(direction)" }
    }

    /// Each stacking, with and without fades, and in each direction.
    static let kinds = [
        Kind(), Kind(stacking: .newestAbove), Kind(stacking: .newestBelow, fades: true),
        Kind(stacking: .newestAbove, fades: true, direction: .rightToLeft),
        Kind(stacking: .newestBelow, direction: .rightToLeft),
    ]

    /// Each way from a page to another, changes of it meanwhile, and a finger: the frames of the bar and of the pages match
    /// their models, and the pictures match a cross-fade. Each of two layers rounds its opacity and its colours.
    @Test(arguments: kinds)
    func barAndPagesAreInStep(kind: Kind) throws {
        let shell = try FilmShell(stacking: kind.stacking, fades: kind.fades, direction: kind.direction)
        for tab in ["flash", "home", "growth", "flash", "growth", "home"] as [TabID] {
            let leaving = try #require(shell.pages.first { $0.transition.isSelected })
            let entering = try #require(shell.pages.first { $0.tab == tab })
            let before = (leaving.surface.pictureCount, entering.surface.pictureCount)
            try shell.select(tab)
            #expect(shell.isMoving)
            try shell.run()
            let drawn = (leaving.surface.pictureCount - before.0, entering.surface.pictureCount - before.1)
            check(kind, drawn, from: leaving.tab, to: tab)
        }
        try turnRound(shell)
        try follow(shell)
        #expect(shell.screen.largestError <= 4)
    }

    /// Where the compositor fades and moves the pages, the coming one is drawn once, and the leaving one not at all. Without such
    /// a compositor the upper page is drawn for each refresh, and the lower one is not, unless it moves, as Flash does.
    private func check(_ kind: Kind, _ drawn: (leaving: Int, entering: Int), from old: TabID, to new: TabID) {
        guard let stacking = kind.stacking else { return }
        if kind.fades {
            #expect(drawn.leaving == 0, "\(old), which \(new) replaces")
            #expect(drawn.entering == 1, "\(new)")
        } else if [old, new].contains("home"), [old, new].contains("flash") {
            let isLower = (new == "home") == (stacking == .newestBelow)
            let (home, flash) = old == "home" ? (drawn.leaving, drawn.entering) : (drawn.entering, drawn.leaving)
            #expect((home <= 1) == isLower, "select \(new)")
            #expect(flash > 5, "select \(new)")
        }
    }

    private func turnRound(_ shell: FilmShell) throws {
        let ways: [[(tab: TabID, refreshes: Int)]] = [
            [("flash", 1), ("home", 1), ("flash", 6), ("growth", 2)], [("home", 8), ("growth", 0), ("home", 2)],
        ]
        for way in ways {
            for (index, step) in way.enumerated() {
                try shell.select(step.tab, after: UInt64(index + 1) * 3_000_000)
                for _ in 0..<step.refreshes { try shell.advance() }
            }
            try shell.run()
        }
    }

    /// The selection, the bar and each page are at the finger in the next frame, and continue from there at its velocity.
    private func follow(_ shell: FilmShell) throws {
        let pitch = try shell.center(of: "flash").x - shell.center(of: "home").x
        try shell.touch("home")
        try shell.advance()
        // Past Flash nearly to Growth, back beyond Home, and on half of the way to Flash.
        for step in [0.1, 0.25, 0.5, 0.9, 1, 1.3, 1.9, 1.2, 0.8, 0.3, 0.05, 0.2, 0.45] {
            let length = (step * pitch * 256).rounded() / 256
            let place = try #require(SelectionDrag(to: length / pitch, among: FilmShell.pages))
            try shell.move(from: "home", by: length, to: place)
            try shell.advance()
        }
        #expect(try shell.stage.state().selection?.tab == "home")
        try shell.lift()
        try shell.run()
        #expect(try shell.stage.state().selection?.tab == "flash", "the finger was quick")
        // A finger that rests before it is lifted has no velocity.
        try shell.touch("flash")
        try shell.advance()
        let place = try #require(SelectionDrag(to: 1 + 50 / pitch, among: FilmShell.pages))
        try shell.move(from: "flash", by: 50, to: place)
        for _ in 0..<8 { try shell.advance() }
        try shell.lift()
        try shell.run()
        #expect(try shell.stage.state().selection?.tab == "flash")
    }

    /// A compositor under load calls each program back at another time. They are drawn for the same one.
    @Test func pagesAndBarAreInStepUnderLoad() throws {
        let shell = try FilmShell()
        for tab in ["growth", "home", "flash"] as [TabID] {
            try shell.select(tab, after: 14_000_000)
            try shell.run(delays: [0, 6_000_000, 1_000_000, 12_000_000])
        }
    }

    /// The bar shows a press at once, and bar and pages start in the same frame, also while the bar moves.
    @Test(arguments: [false, true]) func tapStartsBarAndPagesInOneFrame(hovers: Bool) throws {
        let shell = try FilmShell()
        for (tab, refreshes) in [("flash", 0), ("growth", 0), ("flash", 1), ("growth", 1), ("flash", 4), ("growth", 4)]
            as [(TabID, Int)]
        {
            try shell.point(at: tab)
            if hovers {
                for _ in 0..<3 { try shell.advance() }
                #expect(!shell.bar.surface.callbacks.isEmpty)
            } else {
                try shell.run()
            }
            try shell.press(tab)
            for _ in 0..<refreshes { try shell.advance() }
            try shell.release(tab)
            try shell.run()
        }
    }
}

// MARK: - A finger and a pointer
extension FilmShell {
    /// Puts a finger on a tab.
    fileprivate func touch(_ tab: TabID) throws {
        let point = try center(of: tab)
        try stage.send { $0.touchDown(0, on: bar.surface, x: point.x, y: point.y) }
        bar.setPressed(true, tab, at: stage.clock.now)
    }

    /// Moves the finger to a distance from the pressed tab, until the selection has followed.
    fileprivate func move(from tab: TabID, by length: Double, to expected: SelectionDrag) throws {
        let point = try center(of: tab)
        try stage.send(until: { state in
            guard let drag = state.drag, drag.release == nil else { return false }
            return drag.from == expected.from && drag.to == expected.to
                && abs(drag.progress - expected.progress) < 1e-6
        }) { $0.touchMove(0, on: bar.surface, x: point.x + length, y: point.y) }
        // A drag presses nothing any more.
        bar.setPressed(false, tab, at: stage.clock.now)
        update(try stage.state(), at: stage.clock.now)
    }

    fileprivate func lift() throws {
        try stage.send(until: { $0.drag?.release != nil }) { $0.touchUp(0, on: bar.surface) }
        update(try stage.state(), at: stage.clock.now)
    }

    /// Moves the pointer onto a tab.
    fileprivate func point(at tab: TabID) throws {
        let point = try center(of: tab)
        try stage.send {
            if bar.pointed == nil { $0.pointerEnters(bar.surface, x: point.x, y: point.y) }
            $0.pointerMoves(on: bar.surface, x: point.x, y: point.y)
        }
        bar.point(at: tab, at: stage.clock.now)
    }

    /// Presses the tab under the pointer. The bar shows it in the coming frame.
    fileprivate func press(_ tab: TabID) throws {
        try stage.send(after: 5_000_000) { $0.button(on: bar.surface, isPressed: true) }
        bar.setPressed(true, tab, at: stage.clock.now)
        #expect(try bar.fault(at: stage.nextRefresh) == nil, "the press")
    }

    /// Releases the tab under the pointer, which selects it. The bar and the pages show it in the coming frame.
    fileprivate func release(_ tab: TabID) throws {
        try stage.send(after: 8_000_000, until: { $0.selection?.tab == tab }) {
            $0.button(on: bar.surface, isPressed: false)
        }
        bar.setPressed(false, tab, at: stage.clock.now)
        update(try stage.state(), at: stage.clock.now)
        for (index, fault) in try faults().enumerated() { #expect(fault == nil, "\(name(index)), the selection") }
    }

    fileprivate func center(of tab: TabID) throws -> Point {
        let size = try #require(bar.surface.shown?.bufferSize)
        let scene = bar.model.scene(width: Double(size.width), height: Double(size.height), at: .max) { _ in nil }
        return try #require(scene.parts.first { $0.target == .tab(tab) }).rect.center
    }
}
