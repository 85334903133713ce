import BarGeometry
import RasterClient
import Canvas
import Geometry
import Icons
import ShellModel
@testable import TabBar
import Testing

/// Badges of every look, width and text scale.
@Suite struct BadgeTests {
    private static let scales = [0.5, 1, 1.3, 1.6, 2, 4]
    private static let widths = [320.0, 428, 1280]
    private static let badges: [Badge] = [.count(3), .count(100), .text("new"), .text("unmissable"), .dot]

    /// The bar at rest with a badge on each tab, in light.
    private func scene(_ sample: Sample, _ badge: Badge, width: Double, textScale: Double) throws -> Scene {
        var model = try sample.model(after: sample.tabs.map { .badge($0.id, badge) })
        model.textScale = textScale
        return model.scene(width: width, at: .max) { $0.estimatedWidth }
    }

    /// The icons of tabs beside the button, each with its badge.
    private func pairs(_ sample: Sample, _ scene: Scene) -> [(icon: Drawn, badge: Rect)] {
        let color = Color(sample.look.light[.badge])
        let badges = scene.drawn.filter { drawn in
            switch drawn.item {
            case .capsule(_, color), .ellipse(_, color): true
            default: false
            }
        }
        return sample.flatTabs.compactMap { tab in
            guard let icon = scene.icon(tab.icon) ?? scene.icon(tab.filledIcon ?? tab.icon) else { return nil }
            func distance(_ badge: Drawn) -> Double {
                abs(badge.center.x - icon.rect.maxX) + abs(badge.center.y - icon.rect.y)
            }
            let near = badges.min { distance($0) < distance($1) }
            return near.map { (icon, $0.rect) }
        }
    }

    @Test(arguments: Sample.all, scales)
    func badgeStaysInTheBarAndHidesLessThanAThirdOfItsIcon(sample: Sample, textScale: Double) throws {
        for width in Self.widths {
            for badge in Self.badges {
                let layout = try sample.model().layout(sample.look, width: width, height: 0)
                let scene = try scene(sample, badge, width: width, textScale: textScale)
                let pairs = pairs(sample, scene)
                let limit = sample.look.name == "swift-kit" ? "99" : "99+"
                #expect(badge != .count(100) || scene.text(limit) != nil)
                #expect(pairs.count == sample.flatTabs.count)
                for (icon, rect) in pairs {
                    let place = "\(badge) at \(width): \(rect), \(icon.rect)"
                    let bar = layout.bar.inset(by: -1e-6)
                    #expect(rect.y >= bar.y && rect.maxY <= bar.maxY, "\(place)")
                    #expect(rect.x >= bar.x && rect.maxX <= bar.maxX, "\(place)")
                    let hidden = rect.intersection(icon.rect).map { $0.width * $0.height } ?? 0
                    #expect(hidden <= icon.rect.width * icon.rect.height / 3, "\(place)")
                    #expect(hidden > 0, "\(place) is not at its icon")
                }
            }
        }
    }

    /// A text begins at the icon's trailing edge, and stays within its tab; the gaps beside fixed targets belong to them.
    @Test(arguments: Sample.all, [1, 1.3, 2, 4])
    func textBeginsAtTheIconsTrailingEdge(sample: Sample, textScale: Double) throws {
        for text in ["new", "unmissable"] {
            let layout = try sample.model().layout(sample.look, width: 428, height: 0)
            let scene = try scene(sample, .text(text), width: 428, textScale: textScale)
            let height = sample.look.badge.size * 1.2 + 2 * sample.look.badge.paddingY
            for (index, pair) in zip(sample.tabs.indices.filter { !sample.tabs[$0].isProminent }, pairs(sample, scene))
            {
                let (icon, rect) = (pair.icon.rect, pair.badge)
                let place = layout.place(index)
                let hasRoom = place.maxX - icon.maxX + 6 >= 2 * rect.height
                #expect(hasRoom ? abs(rect.x - icon.maxX + 6) <= 1 : rect.x <= icon.maxX - 5, "\(rect) \(icon)")
                #expect(rect.width >= 1.6 * rect.height, "\(rect) shows less than two letters")
                #expect(
                    rect.maxX <= place.maxX + 1e-9 && rect.y >= place.y && rect.maxY <= place.maxY, "\(rect) \(place)")
                #expect(rect.height <= 1.5 * height, "\(rect)")
            }
        }
    }

    @Test(arguments: Sample.all.filter(\.look.title.isShown))
    func badgeIsClearOfATitleBesideItsIcon(sample: Sample) throws {
        for badge in Self.badges {
            let model = try sample.model(after: sample.tabs.map { .badge($0.id, badge) })
            let screen = Size(width: 1280, height: 800)
            let scene = model.scene(width: 1280, screen: screen, at: .max) { $0.estimatedWidth }
            for (index, pair) in pairs(sample, scene).enumerated() {
                let title = try #require(scene.text(sample.flatTabs[index].title)).rect
                #expect((pair.badge.intersection(title)?.height ?? 0) <= 1, "\(badge): \(pair.badge) \(title)")
            }
        }
    }

    /// A text and a long number stand after a title beside its icon, whole, whether the title is or not.
    @Test(arguments: Sample.all.filter(\.look.title.isShown), ["neu", "1234567890"])
    func longBadgeIsAfterItsTitle(original: Sample, text: String) throws {
        let sample = original.with { $0.badge.maximum = .max }
        let badge = Int(text).map { Badge.count($0) } ?? .text(text)
        let screen = Size(width: 1280, height: 800)
        func scene(_ badge: Badge?) throws -> Scene {
            try sample.model(after: sample.flatTabs.map { .badge($0.id, badge) })
                .scene(width: 1280, screen: screen, at: .max, measure: sixTenths)
        }
        let (plain, marked) = (try scene(nil), try scene(badge))
        let badges = marked.texts(text)
        #expect(badges.count == sample.flatTabs.count)
        for (tab, badge) in zip(sample.flatTabs, badges) {
            let (title, cell) = (try #require(marked.text(tab.title)), try #require(marked.spot(tab.id)).rect)
            let capsule = try #require(marked.capsules.last { $0.rect.contains(badge.center) }).rect
            #expect(badge.run?.maximumWidth == nil && capsule.maxX <= cell.maxX, "\(tab.id)")
            #expect(
                abs(capsule.x - title.rect.maxX - 6) <= 1 && abs(capsule.center.y - title.center.y) <= 1, "\(tab.id)")
            #expect(title.run?.size == plain.text(tab.title)?.run?.size, "\(tab.id)")
        }
    }

    @Test(arguments: Sample.all, [1.0, 2])
    func badgeHidesLessThanAThirdOfTheInk(sample: Sample, textScale: Double) throws {
        for (icon, rect) in pairs(sample, try scene(sample, .count(99), width: 428, textScale: textScale)) {
            guard case .icon(let reference, _, _) = icon.item else { continue }
            let side = Int(icon.rect.width.rounded())
            let ink = try #require(Icons.mask(named: reference.name, width: side, height: side)).packedRows
            var hidden = 0
            for (index, value) in ink.enumerated() {
                let point = Point(
                    x: icon.rect.x + Double(index % side) + 0.5, y: icon.rect.y + Double(index / side) + 0.5)
                if rect.contains(point) { hidden += Int(value) }
            }
            let share = Double(hidden) / Double(ink.reduce(0) { $0 + Int($1) })
            #expect(share < 1.0 / 3, "\(reference.name): \(share)")
        }
    }

    /// A text stands above its title, whole, also at the end of the bar.
    @Test(arguments: ["new", "unmissable"]) func textBadgeIsWholeAndClearOfTheTitle(text: String) throws {
        let sample = Sample.swiftKit.with { $0.icon.isShown = false }
        let tabs = sample.flatTabs
        let scene = try sample.model(after: tabs.map { .badge($0.id, .text(text)) })
            .scene(width: 428, at: start + 1000 * millisecond, measure: sixTenths)
        let badges = scene.capsules.dropFirst()
        #expect(badges.count == 4)
        for (tab, badge) in zip(tabs, badges) {
            let (title, row) = (try #require(scene.text(tab.title)).rect, try #require(scene.spot(tab.id)).rect)
            #expect(badge.rect.maxY <= title.y + 1 && badge.rect.x < title.maxX)
            #expect(badge.rect.x >= row.x && badge.rect.maxX <= row.maxX)
            #expect(badge.rect.width >= Double(text.count) * 0.6 * sample.look.badge.size, "\(badge.rect)")
        }
    }
}
