// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import TabBar
import ShellModel
import Testing

@Suite struct AspireBudgetTests {
    private let sample = Sample.aspireBudget

    @Test(arguments: [428.0, 1280])
    func container(width: Double) throws {
        for (appearance, color) in [(Appearance.light, UInt32(0xFFFFFF)), (.dark, 0x302E44)] {
            let scene = try sample.model(nil, appearance).scene(width: width, at: start)
            #expect(sample.look.topOverflow == 45)
            let place = Rect(x: max(width - 720, 0) / 2, y: 45, width: min(width, 720), height: 95)
            #expect(
                scene.items.contains(.rounded(place, radius: 16, top: Color(rgb: color), bottom: Color(rgb: color))))
            let shadow = scene.items.first
            guard case .roundedShadow(let of, 16, let shape, let color) = shadow else {
                Issue.record("the lowest thing is \(String(describing: shadow))")
                continue
            }
            #expect(of == place && shape.sigma == 16 && abs(color.alpha - 0.33) < 0.003)
        }
    }

    @Test func iconIsAboveTheTitle() throws {
        // In Nunito they are narrower than in the tests' measure.
        let scene = try sample.model().scene(width: 460, at: start, measure: sixTenths)
        #expect(scene.parts.map(\.tab) == ["dashboard", "transactions", "add", "accounts", "settings"])
        for tab in ["dashboard", "settings"] {
            let icon = try #require(scene.icon(tab))
            #expect(icon.size == Size(width: 30, height: 30))
            let title = try #require(scene.text(tab.prefix(1).uppercased() + tab.dropFirst()))
            #expect(title.size.height == 10 && title.rect.y > icon.rect.maxY)
            guard case .text(let run, _, .center, _) = title.item else {
                Issue.record("not centred")
                return
            }
            #expect(run.size == 14 && run.weight == 700 && run.families.first == "Nunito")
            let target = try #require(scene.spot(TabID(rawValue: tab))).rect
            #expect(abs(icon.center.x - target.center.x) <= 0.5 && abs(title.center.x - target.center.x) <= 0.5)
        }
    }

    @Test func button() throws {
        let scene = try sample.model().scene(width: 428, at: start)
        let center = Point(x: 214, y: 45 + 95 / 2 - 35)
        #expect(scene.items.contains(.ellipse(Rect(center: center, width: 70, height: 70), .white)))
        let disc = try #require(scene.discs.first)
        #expect(disc.rect == Rect(center: center, width: 60, height: 60))
        guard case .disc(_, let paint, 1) = disc.item else {
            Issue.record("not opaque")
            return
        }
        #expect(paint.isBottomToTop)
        let first = Color(red: 0.176, green: 0.784, blue: 0.590)
        let last = Color(red: 0.495, green: 0.945, blue: 0.571)
        for (color, expected) in [(paint.first, first), (paint.last, last)] {
            #expect(abs(color.red - expected.red) < 0.003)
            #expect(abs(color.green - expected.green) < 0.003)
            #expect(abs(color.blue - expected.blue) < 0.003)
        }
        let plus = try #require(scene.icon("plus"))
        #expect(
            plus.size == Size(width: 30, height: 30) && abs(plus.center.y - center.y) <= 0.5 && plus.center.x == 214
                && plus.color == .white)
        let spot = try #require(scene.spot("add"))
        #expect(spot.isRound && spot.rect == Rect(center: center, width: 70, height: 70))
    }

    @Test func wholeDiscIsATarget() throws {
        let model = try sample.model()
        let scene = model.scene(width: 428, at: start)
        let center = Point(x: 214, y: 57.5)
        for degree in stride(from: 0.0, to: 360, by: 5) {
            let angle = degree * .pi / 180
            let (x, y) = (cos(angle), sin(angle))
            #expect(scene.part(at: Point(x: center.x + 34.9 * x, y: center.y + 34.9 * y))?.tab == "add")
            #expect(scene.part(at: Point(x: center.x + 35.1 * x, y: center.y + 35.1 * y))?.tab != "add")
        }
        #expect(scene.part(at: Point(x: center.x + 33, y: 40)) == nil)
        let region = model.inputRegion(width: 428)
        #expect(region.contains(Rect(x: 0, y: 45, width: 428, height: 95)))
        #expect(region.contains { $0.contains(Point(x: 214, y: 23)) })
        #expect(!region.contains { $0.contains(Point(x: 100, y: 40)) })
    }

    @Test func coloursChangeTogether() throws {
        let model = try sample.model(after: .setAppearance(.dark))
        func background(_ time: UInt64) -> Color? {
            for case .rounded(_, _, let top, _) in model.scene(width: 428, at: time).items { return top }
            return nil
        }
        #expect(background(start) == .white)
        let middle = try #require(background(2125 * millisecond))
        #expect(abs(middle.red - (1 + Double(0x30) / 255) / 2) < 1e-6)
        #expect(background(2250 * millisecond) == Color(rgb: 0x302E44))
        #expect(!model.isAnimating(at: 2250 * millisecond))
    }
}
