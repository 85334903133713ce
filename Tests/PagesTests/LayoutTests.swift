// SPDX-License-Identifier: MIT

import Geometry
import Pages
import Testing

private let sizes = [320.0, 360, 428, 600, 699, 700, 768, 1024, 1366, 1920].flatMap { width in
    [500.0, 619, 620, 681, 800, 961, 1200].map { Size(width: width, height: $0) }
}

@Suite("The pages' layouts")
struct LayoutTests {
    private func expect(_ cards: [Rect], in size: Size) {
        let window = Rect(x: 0, y: 0, width: size.width, height: size.height)
        for (index, card) in cards.enumerated() {
            #expect(card.width >= 100 && card.height >= 40, "\(card) in \(size)")
            #expect(card.intersection(window) == card, "\(card) in \(size)")
            for other in cards[..<index] { #expect(card.intersection(other) == nil, "\(card), \(other) in \(size)") }
        }
        let all = cards.reduce(Rect.zero) { $0.union($1) }
        #expect(all.width <= 980)
        #expect(abs(all.center.x - size.width / 2) <= 0.5)
    }

    private func expect(_ inner: Rect, inside outer: Rect, _ size: Size) {
        let common = inner.union(outer)
        let excess = max(abs(common.width - outer.width), abs(common.height - outer.height))
        #expect(excess < 0.001, "\(inner) in \(outer) at \(size)")
    }

    @Test("keep Home inside the window", arguments: sizes)
    func home(size: Size) {
        let layout = HomeLayout(size: size)
        expect(
            [layout.frame.header, layout.dialCard, layout.variabilityCard, layout.heartRateCard, layout.chartCard],
            in: size)
        expect(layout.plot, inside: layout.chartCard, size)
        let radius = layout.dialRadius * 1.1
        let arc = Rect(
            x: layout.dialCenter.x - radius, y: layout.dialCenter.y - radius, width: 2 * radius,
            height: radius + layout.dialRadius * 0.86)
        expect(arc, inside: layout.dialCard, size)
        if let button = layout.breatheButton {
            expect(button, inside: layout.dialCard, size)
            #expect(arc.intersection(button) == nil, "\(size)")
        }
    }

    @Test("keep Flash inside the window", arguments: sizes)
    func flash(size: Size) {
        let layout = FlashLayout(size: size)
        expect([layout.frame.header, layout.guideCard] + layout.actions, in: size)
        let ring = Rect(center: layout.guideCenter, width: 2 * layout.guideRadius, height: 2 * layout.guideRadius)
        expect(ring, inside: layout.guideCard, size)
        expect(layout.button, inside: layout.guideCard, size)
        #expect(ring.intersection(layout.button) == nil, "\(size)")
        #expect(layout.actions.count == 4)
    }

    @Test("keep Growth inside the window", arguments: sizes)
    func growth(size: Size) {
        let layout = GrowthLayout(size: size)
        expect([layout.frame.header, layout.weekCard, layout.listCard], in: size)
        expect(layout.plot, inside: layout.weekCard, size)
        expect(layout.viewport, inside: layout.listCard, size)
        #expect(layout.plot.height >= 50)
        if let facts = layout.facts {
            expect(facts, inside: layout.weekCard, size)
            #expect(facts.intersection(layout.plot) == nil)
        }
    }

    @Test("have one header on all pages", arguments: sizes)
    func header(size: Size) {
        #expect(HomeLayout(size: size).frame == FlashLayout(size: size).frame)
        #expect(HomeLayout(size: size).frame == GrowthLayout(size: size).frame)
    }
}
