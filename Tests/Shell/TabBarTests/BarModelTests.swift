import BarGeometry
import Canvas
import Geometry
@testable import TabBar
import Motion
import ShellModel
import TestSupport
import Testing

@Suite struct BarModelTests {
    private let sample = Sample.stressMonitor

    private func opacities(_ model: BarModel, at time: UInt64) -> [Double] {
        model.scene(width: 428, at: time).items.compactMap { item in
            if case .icon(_, _, let color) = item { color.alpha } else { nil }
        }
    }

    @Test func sceneIsEmptyBeforeTheFirstState() {
        #expect(BarModel().scene(width: 428, at: 0) == Scene(items: []))
        #expect(!BarModel().isAnimating(at: 0))
    }

    @Test func hiddenTabIsNotOnTheBar() throws {
        var hidden = Sample.tab("hidden")
        hidden.isHidden = true
        let configuration = try ShellConfiguration(tabs: [hidden] + sample.tabs, look: sample.look)
        let state = ShellState(configuration, restoring: PersistentState(), now: 0)
        var model = BarModel()
        model.update(to: state, at: 0)
        #expect(model.scene(width: 428, at: 0) == (try sample.model()).scene(width: 428, at: 0))
        model.update(to: try state.after(.select("hidden")), at: 1000 * millisecond)
        #expect(opacities(model, at: start) == [0.3, 0.3, 0.3])
    }

    @Test func interruptedChangeHasNoJump() throws {
        var model = BarModel()
        var state = try sample.state()
        model.update(to: state, at: 0)
        var random = SplitMix64(seed: 7)
        var time = start
        for _ in 0..<100 {
            let tab = try #require(["home", "flash", "growth"].randomElement(using: &random))
            state = try state.reduce(.select(TabID(rawValue: tab)), at: time).state
            let before = opacities(model, at: time)
            model.update(to: state, at: 0)
            for (old, new) in zip(before, opacities(model, at: time)) { #expect(abs(old - new) < 1e-9) }
            #expect(opacities(model, at: time + 90 * millisecond).allSatisfy { $0 >= 0.3 - 1e-9 && $0 <= 1 + 1e-9 })
            time += UInt64.random(in: 1...150, using: &random) * millisecond
        }
        let selected = state.selection?.tab
        let rest = opacities(model, at: time + 500 * millisecond)
        #expect(rest == sample.tabs.map { $0.id == selected ? 1 : 0.3 })
    }

    /// SwiftUI animates each tab by its own changes only: later selections do not hurry the one left first.
    @Test func tabThatKeepsItsTargetIsNotAnimatedAnew() throws {
        let four = Sample(look: sample.look, tabs: sample.tabs + [Sample.tab("notes")])
        var model = BarModel()
        var state = try four.state("home")
        model.update(to: state, at: 0)
        // Each tab's targets with the times of their changes, ms: three selections within the 0.2 s of one.
        let ways: [(tab: TabID, changes: [(target: Double, time: Double)])] = [
            ("home", [(0, 0)]), ("flash", [(1, 0), (0, 66)]), ("growth", [(1, 66), (0, 133)]), ("notes", [(1, 133)]),
        ]
        for (tab, time) in [("flash", 0), ("growth", 66), ("notes", 133)] as [(TabID, UInt64)] {
            state = try state.after(.select(tab), at: start + time * millisecond)
            model.update(to: state, at: start + time * millisecond)
        }
        for time in stride(from: 135.0, through: 340, by: 5) {
            for (tab, changes) in ways {
                var expected = tab == "home" ? 1.0 : 0
                for change in changes {
                    expected += Self.easeInOut((time - change.time) / 200) * (change.target - expected)
                }
                let progress = try #require(model.motion.selectionProgress[tab])
                let value = progress.value(at: start + UInt64(time) * millisecond)
                #expect(abs(value - expected) < 0.005, "\(tab) at \(time) ms")
            }
        }
    }

    /// cubic-bezier(0.42, 0, 0.58, 1), by bisection.
    private static func easeInOut(_ fraction: Double) -> Double {
        guard fraction > 0 else { return 0 }
        guard fraction < 1 else { return 1 }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<50 {
            let t = (low + high) / 2
            let x = 3 * (1 - t) * (1 - t) * t * 0.42 + 3 * (1 - t) * t * t * 0.58 + t * t * t
            if x < fraction { low = t } else { high = t }
        }
        return low * low * (3 - 2 * low)
    }

    @Test func containerShrinksEvenlyWhileTheRestFades() throws {
        let model = try Sample.betterFit.model("plan", after: .scrolled("plan", .down))
        let bar = BarLayout(look: Sample.betterFit.look, tabCount: 4, width: 428).bar
        var last = bar
        for time in stride(from: start, to: start + 600 * millisecond, by: 8 * Int(millisecond)) {
            let scene = model.scene(width: 428, at: time, measure: sixTenths)
            let containers = scene.items.compactMap { if case .rounded(let rect, _, _, _) = $0 { rect } else { nil } }
            let rect = try #require(containers.first)
            #expect(rect.width <= last.width && rect.y >= last.y && rect.maxY == bar.maxY)
            let icon = try #require(scene.icon("waveform.fill")).rect
            #expect(rect.contains(icon.origin) && rect.contains(Point(x: icon.maxX, y: icon.maxY)))
            for text in scene.texts("Recovery") where text.alpha > 0 { #expect(text.rect.intersection(rect) != nil) }
            last = rect
        }
        #expect(last.width < 78)
    }

    @Test func windowTitleIsSpokenBeforeTheBadge() throws {
        for (use, badge, value) in [
            (.spoken, nil, "Notes"), (.spoken, .count(2), "Notes, 2 notifications"),
            (.none, .count(2), "2 notifications"), (.none, nil, nil),
        ] as [(WindowBinding.TitlePolicy, Badge?, String?)] {
            var tabs = sample.tabs
            tabs[1].window = WindowBinding(appIDs: ["w"], title: use)
            var state = ShellState(try ShellConfiguration(tabs: tabs, look: sample.look), now: 1)
            state = try state.after(.setWindow("flash", WindowState(title: "Notes"), over: nil), at: 2)
            var model = BarModel()
            model.update(to: try state.after(.badge("flash", badge)), at: 3)
            #expect(model.scene(width: 428, at: 3).spot("flash")?.node.value == value)
        }
    }

    @Test func shadowFadesUpwards() throws {
        let bitmap = Bitmap(format: .argb32, width: 4, height: 152)
        BarPainter { _, _ in nil }.draw(
            try sample.model().scene(width: 428, at: start), on: Canvas(bitmap: bitmap, scale: 1),
            area: [Rect(x: 0, y: 0, width: 428, height: 152)])
        let words = bitmap.words
        let alphas = (0..<152).map { words[$0 * 4] >> 24 }
        #expect(zip(alphas[..<33], alphas[1..<33]).allSatisfy { $0 <= $1 })
        #expect(alphas[0] == 0)
        // Five above the bar's edge a Gaussian has half its strength: 0.05 of 255, rounded.
        #expect(abs(Int(alphas[27]) - 12) <= 1 && abs(Int(alphas[28]) - 13) <= 1)
        #expect(alphas[32] < 26)
        #expect(alphas[33...].allSatisfy { $0 == 255 })
    }

    @Test(arguments: Sample.all)
    func descriptionOfATabIsThatOfItsPart(sample: Sample) throws {
        let model = try sample.model(after: .badge(sample.tabs[0].id, .count(2)))
        let frame = Rect(x: 0, y: 0, width: 428, height: 120)
        let described = try #require(model.accessibilityNode(ofBar: frame)).children.map { node in
            node.map { $0.bounds = nil }
        }
        #expect(model.tabNodes() == described && described.count == sample.tabs.count)
    }
}
