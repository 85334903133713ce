import Canvas
import Geometry
@testable import ShellModel
@testable import TabBar
import Testing

/// The ring of the focus, measured in pictures by WCAG 2.2, success criterion 2.4.13: the pixels that differ by 3:1 between
/// the two states have at least the area of a line of 2 px around the tab.
@Suite struct FocusRingTests {
    private static let samples = [Sample.stressMonitor, .aspireBudget, .lucidpal, .swiftKitMenu, .betterFit]
    private static let width = 428.0

    private func model(_ state: ShellState) -> BarModel {
        var model = BarModel()
        model.supportsBackgroundBlur = false
        model.update(to: state, at: 1000 * millisecond)
        return model
    }

    /// The number of pixels that differ by 3:1.
    private func difference(_ first: Bitmap, _ second: Bitmap) -> Int {
        zip(first.words, second.words).count { one, other in
            one != other && Color(rgb: one & 0xFFFFFF).contrast(with: Color(rgb: other & 0xFFFFFF)) >= 3
        }
    }

    @Test(arguments: samples, Appearance.allCases)
    func ringOfEveryTabIsSeen(sample: Sample, appearance: Appearance) throws {
        let state = try sample.state(nil, appearance)
        let size = Size(width: Self.width, height: sample.look.surfaceHeight)
        let page = Color(sample.look[palette: appearance][.page])
        let rest = model(state).scene(width: Self.width, at: .max)
        let before = Bitmap(rest.items, size, on: page)
        let layout = model(state).layout(sample.look, width: Self.width, height: 0)
        var focused = try state.after(.focus(.first))
        for tab in sample.tabs {
            #expect(focused.bar.focus?.tab == tab.id)
            let scene = model(focused).scene(width: Self.width, at: .max)
            let spot = try #require(
                tab.isProminent ? rest.spot(tab.id)?.rect : sample.tabs.firstIndex(of: tab).map { layout.targets[$0] })
            let perimeter = tab.isProminent ? .pi * spot.width : 2 * (spot.width + spot.height)
            let count = difference(before, Bitmap(scene.items, size, on: page))
            #expect(Double(count) >= 2 * perimeter, "\(tab.id): \(count) of \(2 * perimeter)")
            // Nothing outside of the surface.
            for item in scene.items[rest.items.count...] {
                #expect(item.bounds.y >= 0 && item.bounds.maxY <= size.height, "\(tab.id)")
            }
            #expect(scene.parts == rest.parts)
            focused = try focused.after(.focus(.next))
        }
    }

    @Test(arguments: Appearance.allCases) func ringOfEveryActionIsSeen(appearance: Appearance) throws {
        let sample = Sample.swiftKitMenu
        let opened = try sample.state(nil, appearance).after(.select("create"))
        let size = Size(width: Self.width, height: 700)
        let bar = sample.barFrame(on: size)
        let page = Color(sample.look[palette: appearance][.page])
        func picture(_ state: ShellState) -> Bitmap {
            Bitmap(model(state).menuScene(size: size, barFrame: bar, at: .max).items, size, on: page)
        }
        let before = picture(opened)
        var focused = try opened.after(.focus(.enter))
        for action in sample.actions {
            #expect(focused.bar.focus == BarFocus("create", action: action.id))
            #expect(Double(difference(before, picture(focused))) >= 2 * .pi * sample.look.menu.disc)
            focused = try focused.after(.focus(.next))
        }
        // The bar under the menu lacks one.
        #expect(model(focused).scene(width: Self.width, at: .max) == model(opened).scene(width: Self.width, at: .max))
    }

    @Test func movedRingDamagesTwoTabs() throws {
        let state = try Sample.stressMonitor.state().after(.focus(.first))
        let first = model(state).scene(width: Self.width, at: .max)
        let second = model(try state.after(.focus(.next))).scene(width: Self.width, at: .max)
        let spots = [first.parts[0].rect, first.parts[1].rect]
        let damage = second.damage(since: first)
        #expect(!damage.isEmpty)
        let limit = spots[0].union(spots[1]).inset(by: -8)
        for rect in damage { #expect(rect.intersection(limit) == rect) }
    }
}
