import Canvas
import Geometry
import Glibc
import TabBar
import ShellModel
import TestSupport
import Testing

@Suite struct SceneDamageTests {
    private final class Masks {
        private var icons: [Int: Bitmap] = [:]
        private var texts: [TextRun: TextMask] = [:]

        func icon(_ side: Int) -> Bitmap {
            if let icon = icons[side] { return icon }
            let icon = noise(side, side)
            icons[side] = icon
            return icon
        }

        /// Letters that extend far beyond their line.
        func text(_ run: TextRun, _ scale: Double) -> TextMask {
            if let text = texts[run] { return text }
            let advance = (sixTenths(run) ?? 0) * scale
            let size = run.size * scale
            let mask = TextMask(
                bitmap: noise(Int(advance + 3 * size), Int(4 * size)), originX: Int(1.5 * size),
                baseline: Int(2.5 * size), advance: advance)
            texts[run] = mask
            return mask
        }

        private static let bytes = (0..<1 << 18).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) }

        private func noise(_ width: Int, _ height: Int) -> Bitmap {
            Bitmap(mask: Array(Self.bytes.prefix(width * height)), width: width, height: height)
        }
    }

    /// Applies a random event: a command, a press, or a change of the connection.
    private func disturb(
        _ model: inout BarModel, _ state: inout ShellState, _ sample: Sample, _ random: inout SplitMix64,
        at time: UInt64
    ) throws {
        let tab = try #require(sample.tabs.randomElement(using: &random)).id
        switch random.next() % 11 {
        case 0: model.setPressed(true, .tab(tab), at: time)
        case 1: model.setPressed(false, .tab(tab), at: time)
        case 2: model.isConnected.toggle()
        case 3:
            let appearance = try #require(Appearance.allCases.randomElement(using: &random))
            state = try state.after(.setAppearance(appearance), at: time)
        case 4:
            let badges: [Badge?] = [nil, .dot, .count(3), .count(1200), .text("new")]
            state = try state.after(.badge(tab, try #require(badges.randomElement(using: &random))))
        case 5 where sample.look.minimized.policy != .never:
            state = try state.after(.minimize(!state.bar.isMinimized), at: time)
        case 6: state = try state.after(.setSheet(nil), at: time).after(.setMenu(nil), at: time)
        default: state = try state.after(.select(tab), at: time)
        }
        model.update(to: state, at: time)
    }

    /// The first pixel in which two pictures differ by more than a tolerance in any component: resampling a part rounds differently.
    private func difference(_ first: Bitmap, _ second: Bitmap, tolerance: Int) -> String? {
        let (one, other) = (first.packedRows, second.packedRows)
        return firstDifference(one, other, beyond: tolerance).map { index in
            "\(index % first.stride / 4), \(index / first.stride): \(one[index]) and not \(other[index])"
        }
    }

    /// Draws sixty frames of random events, each with its damage over the previous one, and completely.
    private func compare(
        _ sample: Sample, scale: Double, size: Size, seed: UInt64,
        scene: (BarModel, UInt64) -> Scene
    ) throws {
        var random = SplitMix64(seed: seed)
        let whole = [Rect(x: 0, y: 0, width: size.width, height: size.height)]
        let (columns, rows) = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
        let masks = Masks()
        let painter = BarPainter(icons: { masks.icon($1) }, texts: { masks.text($0, $1) })
        let patched = Bitmap(format: .argb32, width: columns, height: rows)
        let canvas = Canvas(bitmap: patched, scale: scale)
        var state = try sample.state()
        var model = try sample.model()
        var before = scene(model, 1000 * millisecond)
        painter.draw(before, on: canvas, area: whole)
        var time: UInt64 = start
        for step in 0..<60 {
            time += UInt64.random(in: 1...60_000_000, using: &random)
            if step % 3 == 0 { try disturb(&model, &state, sample, &random, at: time) }
            let next = scene(model, time)
            let damage = next.damage(since: before)
            if next == before { #expect(damage.isEmpty) }
            if !damage.isEmpty { painter.draw(next, on: canvas, area: damage) }
            before = next
            let full = Bitmap(format: .argb32, width: columns, height: rows)
            painter.draw(next, on: Canvas(bitmap: full, scale: scale), area: whole)
            if let pixel = difference(patched, full, tolerance: sample.look.name == "stress-monitor" ? 0 : 2) {
                Issue.record("\(sample) at \(scale), step \(step), pixel \(pixel), damage \(damage)")
                return
            }
        }
    }

    @Test(arguments: Sample.all, [1, 1.15, 2.75])
    func damagedFrameEqualsAFullFrame(sample: Sample, scale: Double) throws {
        let size = Size(width: 320, height: sample.look.surfaceHeight)
        try compare(sample, scale: scale, size: size, seed: UInt64(scale * 100)) { model, time in
            model.scene(width: size.width, scale: scale, at: time, measure: sixTenths)
        }
    }

    @Test(arguments: [1, 1.5])
    func damagedMenuEqualsAFullFrame(scale: Double) throws {
        let size = Size(width: 320, height: 400)
        let sample = Sample.swiftKitMenu
        let bar = sample.barFrame(on: size)
        try compare(sample, scale: scale, size: size, seed: UInt64(scale * 10)) { model, time in
            model.menuScene(size: size, barFrame: bar, scale: scale, at: time, measure: sixTenths)
        }
    }

    @Test func damageIsLimitedToTheChangedTab() throws {
        var bar = try Sample.stressMonitor.model()
        let before = bar.scene(width: 428, at: 1000 * millisecond)
        #expect(before.damage(since: before).isEmpty)
        bar.setPressed(true, .tab("flash"), at: 1000 * millisecond)
        let pressed = bar.scene(width: 428, at: 1001 * millisecond)
        #expect(pressed.damage(since: before) == [Rect(center: before.parts[1].rect.center, width: 46, height: 46)])
        let all = before.damage(since: Scene(items: []))
        #expect(all.reduce(Rect.zero) { $0.union($1) } == Rect(x: 0, y: 0, width: 428, height: 152))
    }

    /// A press under the pointer darkens the shape that the pointer raised: no circle is in it.
    @Test func pressUnderThePointerIsOneShape() throws {
        func shapes(isHovered: Bool) throws -> (rounded: Int, circles: Int) {
            var bar = try Sample.stressMonitor.model()
            let before = bar.scene(width: 428, at: 1000 * millisecond)
            if isHovered { bar.setHovered(true, .tab("flash"), at: 1000 * millisecond) }
            bar.setPressed(true, .tab("flash"), at: 1000 * millisecond)
            let items = bar.scene(width: 428, at: 3000 * millisecond).items.filter { !before.items.contains($0) }
            return items.reduce(into: (0, 0)) { count, item in
                switch item {
                case .rounded: count.0 += 1
                case .ellipse(_, let color) where color.alpha > 0: count.1 += 1
                default: break
                }
            }
        }
        #expect(try shapes(isHovered: true) == (1, 0))
        #expect(try shapes(isHovered: false) == (0, 1))
    }

    @Test func badgeDamagesItsOwnBounds() throws {
        let sample = Sample.swiftKit
        var bar = try sample.model()
        let before = bar.scene(width: 428, at: start, measure: sixTenths)
        bar.update(to: try sample.state().after(.badge("activity", .count(7))), at: start)
        let damage = bar.scene(width: 428, at: 2100 * millisecond, measure: sixTenths).damage(since: before)
        #expect(damage.count == 1)
        let area = try #require(damage.first)
        #expect(area.width < 40 && area.height < 30)
        let target = try #require(before.spot("activity")).rect
        #expect(area.intersection(target) != nil && abs(area.center.x - target.center.x) < 20)
    }
}
