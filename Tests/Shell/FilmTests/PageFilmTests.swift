// SPDX-License-Identifier: MIT

import FakeCompositor
import Geometry
import ShellModel
import TestSupport
import Testing

/// Each frame of the bar and of the three pages, which are processes of their own: they are in step if each is where its
/// model is at the same time.
@Suite(.serialized, .measurement) struct PageFilmTests {
    private static let tabs: [TabID] = ["home", "flash", "growth"]

    /// The shell with films of all its surfaces.
    private final class Shell {
        let stage: FilmStage
        let bar: BarFilm
        let pages: [PageFilm]
        private var screen: ScreenFilm
        /// The surfaces with a frame since the last refresh that has replaced a pending one.
        private var early: Set<Int> = []
        private let background: UInt32

        /// - Parameters:
        ///   - stacking: the stacking that can be found out; with nil the compositor shows nothing of it.
        ///   - fades: true if the compositor can fade a surface.
        ///   - direction: that of the layout.
        init(
            _ stacking: PageStacking? = nil, fades: Bool = false, direction: LayoutDirection = .leftToRight
        ) throws {
            stage = try FilmStage(
                "direction = \"\(direction.rawValue)\"", versions: fades ? ["wp_alpha_modifier_v1": 1] : [:],
                programs: [("tabshell-panel", [])]
                    + PageFilmTests.tabs.map { ("tabshell-sample", ["--tab", $0.rawValue]) }
            ) {
                $0.skipsCoveredSurfaces = stacking != nil
                $0.stacksNewestAbove = stacking != .newestBelow
            }
            bar = try BarFilm(try stage.surface("tabshell-bar"))
            let stage = stage
            pages = try PageFilmTests.tabs.map { PageFilm($0, try stage.surface("tabshell-page-\($0.rawValue)")) }
            let state = try stage.compositor.waitFor("the stacking") {
                let state = try stage.state()
                return state.bar.pageStacking == stacking && stage.compositor.surfaces("tabshell-probe").isEmpty
                    ? state : nil
            }
            background = state.look?.light[.page].rgb ?? 0
            screen = ScreenFilm(pages, background: background)
            update(state, at: Monotonic.now)
            let bar = bar
            try stage.compositor.waitUntil("the bar to be complete") { try bar.fault(at: .max) == nil }
            // The pages load their fonts and data while each is in front for the first time.
            for tab in PageFilmTests.tabs.dropFirst() + PageFilmTests.tabs.prefix(1) {
                try stage.request("select", ["tab": tab.rawValue])
                try stage.rest()
            }
            try stage.stopClock()
            // The programs learn the times of the refreshes from their first animations.
            for tab in PageFilmTests.tabs.dropFirst() + PageFilmTests.tabs.prefix(1) {
                try select(tab, checks: false)
                try run(checks: false)
                pages.first { $0.tab == tab }?.rememberRest()
            }
        }

        var isMoving: Bool {
            bar.model.isAnimating(at: stage.refresh) || pages.contains { $0.transition.isMoving(at: stage.refresh) }
        }

        private func update(_ state: ShellState, at time: UInt64) {
            bar.update(state, at: time)
            for page in pages { page.update(state) }
        }

        func select(_ tab: TabID, after delay: UInt64 = 5_000_000, checks: Bool = true) throws {
            let surfaces = [bar.surface] + pages.map(\.surface)
            let before = surfaces.map { (isWaiting: !$0.callbacks.isEmpty, count: $0.frameCount) }
            try stage.request("select", ["tab": tab.rawValue], after: delay)
            update(try stage.state(), at: stage.clock.now)
            guard checks else { return }
            // A surface at rest draws at once, as one that appears. One that moves draws the coming frame anew, but not twice.
            for (index, fault) in try faults().enumerated() {
                let isWaiting = before[index].isWaiting && (index == 0 || !pages[index - 1].enters)
                // One that was left before may be hidden for good.
                if isWaiting, surfaces[index].picture?.size == PixelSize(1, 1) { continue }
                let frames = surfaces[index].frameCount - before[index].count
                if isWaiting { #expect(frames <= 1, "\(name(index)), select \(tab)") }
                guard !isWaiting || frames > 0 || !early.contains(index) else { continue }
                #expect(fault == nil, "\(name(index)), select \(tab)")
                if isWaiting { early.insert(index) }
            }
        }

        /// Puts a finger on a tab.
        func touch(_ tab: TabID) throws {
            let point = try center(of: tab)
            try stage.send { $0.touchDown(0, on: bar.surface, x: point.x, y: point.y) }
            bar.setPressed(true, tab, at: stage.clock.now)
        }

        /// Moves the finger to a distance from the tab that it was put on, until the selection is where it is.
        func move(from tab: TabID, by length: Double, to expected: SelectionDrag) throws {
            let point = try center(of: tab)
            try stage.send(until: { state in
                guard let drag = state.drag, drag.release == nil else { return false }
                return drag.from == expected.from && drag.to == expected.to
                    && abs(drag.progress - expected.progress) < 1e-6
            }) { $0.touchMove(0, on: bar.surface, x: point.x + length, y: point.y) }
            // What drags presses nothing any more.
            bar.setPressed(false, tab, at: stage.clock.now)
            update(try stage.state(), at: stage.clock.now)
        }

        func lift() throws {
            try stage.send(until: { $0.drag?.release != nil }) { $0.touchUp(0, on: bar.surface) }
            update(try stage.state(), at: stage.clock.now)
        }

        /// Moves the pointer onto a tab.
        func point(at tab: TabID) throws {
            let point = try center(of: tab)
            try stage.send {
                if bar.pointed == nil { $0.pointerEnters(bar.surface, x: point.x, y: point.y) }
                $0.pointerMoves(on: bar.surface, x: point.x, y: point.y)
            }
            bar.point(at: tab, at: stage.clock.now)
        }

        /// Presses the tab under the pointer. The bar shows it in the coming frame.
        func press(_ tab: TabID) throws {
            try stage.send(after: 5_000_000) { $0.button(on: bar.surface, isPressed: true) }
            bar.setPressed(true, tab, at: stage.clock.now)
            #expect(try bar.fault(at: stage.nextRefresh) == nil, "the press")
        }

        /// Releases the tab under the pointer, which selects it. The bar and the pages show it in the coming frame.
        func release(_ tab: TabID) throws {
            try stage.send(after: 8_000_000, until: { $0.selection?.tab == tab }) {
                $0.button(on: bar.surface, isPressed: false)
            }
            bar.setPressed(false, tab, at: stage.clock.now)
            update(try stage.state(), at: stage.clock.now)
            for (index, fault) in try faults().enumerated() { #expect(fault == nil, "\(name(index)), the selection") }
        }

        func center(of tab: TabID) throws -> Point {
            let size = try #require(bar.surface.shown?.bufferSize)
            let scene = bar.model.scene(width: Double(size.width), height: Double(size.height), at: .max) { _ in nil }
            return try #require(scene.parts.first { $0.target == .tab(tab) }).rect.center
        }

        func advance(delays: [UInt64] = [], checks: Bool = true) throws {
            let surfaces = [bar.surface] + pages.map(\.surface)
            let counts = surfaces.map(\.frameCount)
            early = []
            try stage.advance(delays: delays)
            // What is drawn now is shown at the next refresh.
            if checks, pages[0].transition.dependsOnStacking {
                screen.compare(stage.compositor.stacked, at: stage.nextRefresh)
            }
            if checks {
                for (index, fault) in try faults().enumerated() {
                    #expect(fault == nil, "\(name(index)), \(stage.refresh)")
                    #expect(surfaces[index].frameCount <= counts[index] + 1, "\(name(index))")
                }
            }
            for surface in surfaces { surface.forgetCommits() }
        }

        func run(delays: [UInt64] = [], checks: Bool = true) throws {
            var count = 0
            while isMoving, count < 100 {
                try advance(delays: delays, checks: checks)
                count += 1
            }
            #expect(count < 100)
            try advance(checks: checks)
            try advance(checks: checks)
        }

        /// Checks that the pictures were those of a cross-fade. Each of two layers rounds its opacity and its colours.
        func checkPictures(sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(screen.largestError <= 4, sourceLocation: sourceLocation)
        }

        private func faults() throws -> [String?] {
            let time = stage.nextRefresh
            return try [bar.fault(at: time)] + pages.map { $0.fault(at: time, background: background) }
        }

        private func name(_ index: Int) -> String { index == 0 ? "the bar" : PageFilmTests.tabs[index - 1].rawValue }
    }

    /// What the compositor does with surfaces, and the direction of the layout. With a stacking that is nil it shows nothing of it.
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

    /// Each way from a page to another, changes of it meanwhile, and a finger: the frames of the bar and of the pages are those of
    /// their models, and the pictures are those of a cross-fade.
    @Test(arguments: kinds)
    func barAndPagesAreInStep(kind: Kind) throws {
        let shell = try Shell(kind.stacking, fades: kind.fades, direction: kind.direction)
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
        shell.checkPictures()
    }

    /// Where the compositor fades and moves the pages, the one that comes is drawn once, and the one that goes not at all. Without such
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

    private func turnRound(_ shell: Shell) throws {
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

    /// The selection, the bar and each page are where the finger is in the frame after its movement, and go on from there with
    /// its velocity.
    private func follow(_ shell: Shell) throws {
        let pitch = try shell.center(of: "flash").x - shell.center(of: "home").x
        try shell.touch("home")
        try shell.advance()
        // Past Flash nearly to Growth, back beyond Home, and on half of the way to Flash.
        for step in [0.1, 0.25, 0.5, 0.9, 1, 1.3, 1.9, 1.2, 0.8, 0.3, 0.05, 0.2, 0.45] {
            let length = (step * pitch * 256).rounded() / 256
            let place = try #require(SelectionDrag(to: length / pitch, among: PageFilmTests.tabs))
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
        let place = try #require(SelectionDrag(to: 1 + 50 / pitch, among: PageFilmTests.tabs))
        try shell.move(from: "flash", by: 50, to: place)
        for _ in 0..<8 { try shell.advance() }
        try shell.lift()
        try shell.run()
        #expect(try shell.stage.state().selection?.tab == "flash")
    }

    /// A compositor under load calls each program back at another time. They are drawn for the same one.
    @Test func pagesAndBarAreInStepUnderLoad() throws {
        let shell = try Shell()
        for tab in ["growth", "home", "flash"] as [TabID] {
            try shell.select(tab, after: 14_000_000)
            try shell.run(delays: [0, 6_000_000, 1_000_000, 12_000_000])
        }
    }

    /// The bar shows a press at once, and bar and pages start in the same frame, also while the bar moves already: because the pointer
    /// has just come, or since the press.
    @Test(arguments: [false, true], [0, 1, 4])
    func tapStartsBarAndPagesInOneFrame(hovers: Bool, refreshes: Int) throws {
        let shell = try Shell()
        for tab in ["flash", "growth"] as [TabID] {
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
