// SPDX-License-Identifier: MIT

import BarGeometry
import Canvas
import Geometry
@testable import TabBar
import ShellModel
import Testing

/// The variants of swift-kit's tabs: a glow, badges of titles alone, and widths of their own.
@Suite struct TabVariantTests {
    private let sample = Sample.swiftKit
    private var titlesAlone: Sample { sample.with { $0.icon.isShown = false } }

    @Test func glowIsABlurredCapsule() throws {
        let glow = sample.with { look in
            look.indicator.shape = .glow
            look.indicator.height = 8
        }
        let scene = try glow.model().scene(width: 428, at: start)
        let item = try #require(scene.items.first { if case .glow = $0 { true } else { false } })
        guard case .glow(let rect, _) = item else { return }
        let size = Size(width: 428, height: glow.look.surfaceHeight)
        let bitmap = Bitmap(format: .argb32, width: 428, height: Int(size.height))
        BarPainter(icons: { _, _ in nil }).draw(
            Scene(items: [item]), on: Canvas(bitmap: bitmap, scale: 1),
            area: [Rect(x: 0, y: 0, width: 428, height: size.height)])
        let pixels = bitmap.packedRows
        func alpha(_ x: Double, _ y: Double) -> UInt8 { pixels[(Int(y) * 428 + Int(x)) * 4 + 3] }
        #expect(alpha(rect.center.x, rect.center.y) > 128)
        #expect(alpha(rect.center.x, rect.maxY + 2) > 20 && alpha(rect.center.x, rect.maxY + 2) < 128)
        #expect(alpha(rect.center.x, item.bounds.maxY - 1) < 4)
    }

    /// A text stands above its title, whole, also at the end of the bar.
    @Test(arguments: ["new", "unmissable"]) func textBadgeIsWholeAndClearOfTheTitle(text: String) throws {
        let tabs = titlesAlone.tabs.filter { !$0.isProminent }
        let scene = try titlesAlone.model(after: tabs.map { .badge($0.id, .text(text)) })
            .scene(width: 428, at: start + 1000 * millisecond, measure: sixTenths)
        let badges = scene.capsules.dropFirst()
        #expect(badges.count == 4)
        for (tab, badge) in zip(tabs, badges) {
            let (title, row) = (try #require(scene.text(tab.title)).rect, try #require(scene.spot(tab.id)).rect)
            #expect(badge.rect.maxY <= title.y + 1 && badge.rect.x < title.maxX)
            #expect(badge.rect.x >= row.x && badge.rect.maxX <= row.maxX)
            #expect(badge.rect.width >= Double(text.count) * 0.6 * titlesAlone.look.badge.size, "\(badge.rect)")
        }
    }

    private func layout(_ look: Look, _ widths: [Double?], width: Double = 428) -> [Double] {
        BarLayout(look: look, tabCount: widths.count, widths: widths, width: width).targets.map(\.width)
    }

    @Test func tabHasItsOwnWidth() {
        // 428 − 16 − 120 for three.
        let share = (428 - 16 - 120) / 3.0
        #expect(layout(sample.look, [nil, 120, nil, nil]) == [share, 120, share, share])
        #expect(layout(sample.look, [60, 80, 100]) == [60, 80, 100])
        #expect(layout(Sample.stressMonitor.look, [nil, 80, nil]) == [46, 80, 46])
        // Never under the minimum.
        #expect(layout(sample.look, [30, nil])[0] == 44)
    }

    @Test func wideTabLeavesTheOthersTheirMinimum() {
        #expect(layout(sample.look, [1000, nil, nil]) == [1000, 44, 44])
        let narrow = layout(Sample.stressMonitor.look, [nil, 300, nil], width: 320)
        #expect(narrow.allSatisfy { $0 >= 44 } && narrow[1] > narrow[0])
    }
}
