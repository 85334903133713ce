// SPDX-License-Identifier: MIT

import BarGeometry
import Canvas
import Geometry
@testable import TabBar
import ShellModel
import Testing

/// The variants of swift-kit's tabs: a glow, titles alone, and widths of their own.
@Suite struct TabVariantTests {
    private let sample = Sample.swiftKit
    private var titlesAlone: Sample { sample.with { $0.icon.isShown = false } }

    private func scene(_ sample: Sample, width: Double = 428, textScale: Double = 1) throws -> Scene {
        var model = try sample.model()
        model.textScale = textScale
        return model.scene(width: width, at: start, measure: sixTenths)
    }

    private func glows(_ scene: Scene) -> [(rect: Rect, bounds: Rect)] {
        scene.items.compactMap { if case .glow(let rect, _) = $0 { (rect, $0.bounds) } else { nil } }
    }

    @Test func glowIsABlurredCapsuleInPlaceOfTheIndicator() throws {
        let glow = sample.with { look in
            look.indicator.shape = .glow
            look.indicator.height = 8
        }
        let scene = try scene(glow)
        let capsule = try #require(try self.scene(sample).capsules.first)
        #expect(scene.capsules.isEmpty && glows(scene).count == 1)
        let (rect, bounds) = try #require(glows(scene).first)
        #expect(rect.center.x == capsule.center.x && rect.width == 20 && rect.height == 8)
        // 2.8 σ on each side, and a pixel.
        #expect(bounds == rect.inset(by: -13))
        let size = Size(width: 428, height: glow.look.surfaceHeight)
        let bitmap = Bitmap(format: .argb32, width: 428, height: Int(size.height))
        BarPainter(icons: { _, _ in nil }).draw(
            Scene(items: scene.items.filter { if case .glow = $0 { true } else { false } }),
            on: Canvas(bitmap: bitmap, scale: 1), area: [Rect(x: 0, y: 0, width: 428, height: size.height)])
        let pixels = bitmap.packedRows
        func alpha(_ x: Double, _ y: Double) -> UInt8 { pixels[(Int(y) * 428 + Int(x)) * 4 + 3] }
        #expect(alpha(rect.center.x, rect.center.y) > 128)
        #expect(alpha(rect.center.x, rect.maxY + 2) > 20 && alpha(rect.center.x, rect.maxY + 2) < 128)
        #expect(alpha(rect.center.x, bounds.maxY - 1) < 4)
    }

    @Test func noneHasNoIndicator() throws {
        let scene = try scene(sample.with { $0.indicator.shape = .none })
        #expect(scene.capsules.isEmpty && glows(scene).isEmpty)
    }

    @Test func titlesStandInPlaceOfIcons() throws {
        let scene = try scene(titlesAlone)
        #expect(scene.icon("house.fill") == nil && scene.icon("search") == nil && scene.icon("plus") != nil)
        let row = try #require(scene.spot("home")).rect
        for title in ["Home", "Search", "Activity", "Profile"] {
            let text = try #require(scene.text(title))
            let run = try #require(text.run)
            #expect(run.size == 13 && run.maximumWidth == nil)
            // The title and the indicator are one column in the middle of the row: 15.6 + 4 + 3.
            #expect(abs(text.rect.y - (row.center.y - 11.3)) < 1e-9)
        }
        let indicator = try #require(scene.capsules.first)
        #expect(abs(indicator.rect.y - (row.center.y + 8.3)) < 1)
    }

    @Test func titlesThatDoNotFitMakeWayForIcons() throws {
        let scene = try scene(titlesAlone, width: 240)
        #expect(scene.text("Home") == nil && scene.icon("house.fill") != nil)
        let untitled = try self.scene(titlesAlone.with { $0.title.isShown = false })
        #expect(untitled.icon("house.fill") != nil)
    }

    @Test func badgeIsAtTheTitle() throws {
        let model = try titlesAlone.model(after: .badge("search", .count(3)))
        let scene = model.scene(width: 428, at: start + 1000 * millisecond, measure: sixTenths)
        // Six letters of 13 px.
        let middle = try #require(scene.spot("search")).rect.center.x
        let badge = try #require(scene.capsules.last).rect
        #expect(abs(badge.x - (middle + 6 * 13 * 0.6 / 2)) < 1)
        #expect(badge.maxX <= (try #require(scene.spot("create")).rect).x)
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

    @Test func minimizedBarShowsTheIcon() throws {
        let sample = Sample.betterFit.with { $0.icon.isShown = false }
        let expanded = try sample.model().scene(width: 428, at: start, measure: sixTenths)
        let minimized = try sample.model(after: .minimize(true)).scene(width: 428, at: .max, measure: sixTenths)
        let names = try sample.tab("workout")
        let icon = (names.filledIcon ?? names.icon)
        #expect(expanded.icon(icon) == nil && minimized.icon(icon) != nil)
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
