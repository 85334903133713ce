import BarGeometry
import Geometry
@testable import TabBar
import ShellModel
import Testing

/// Bars along the upper edge of the screen, and rails along its sides.
@Suite struct EdgeTests {
    private static let screens = [
        Size(width: 428, height: 926), Size(width: 1279, height: 800), Size(width: 1200, height: 1080),
    ]
    private static let sides = [Edge.left, .right]

    /// The sample with its bar at an edge.
    private func sample(_ sample: Sample, at edge: Edge) -> Sample {
        sample.with { $0.bar.position = edge }
    }

    /// The layout of a bar on its surface on a screen.
    private func layout(_ sample: Sample, on screen: Size, text: Double = 1) throws -> (Look, Size, BarLayout) {
        var model = try sample.model()
        model.textScale = text
        let look = try #require(model.look(on: screen))
        let size = look.bar.position.strip(of: look.surfaceHeight, in: screen).size
        return (look, size, model.layout(look, width: size.width, height: size.height, sixTenths))
    }

    private func scene(_ model: BarModel, on screen: Size, at time: UInt64) throws -> Scene {
        let look = try #require(model.look(on: screen))
        let size = look.bar.position.strip(of: look.surfaceHeight, in: screen).size
        return model.scene(width: size.width, height: size.height, screen: screen, at: time, measure: sixTenths)
    }

    @Test(arguments: Sample.all)
    func upperBarIsTheSameBarWithItsPaddingOutside(original: Sample) throws {
        let screen = Size(width: 1280, height: 800)
        let (look, size, upper) = try layout(sample(original, at: .top), on: screen)
        let (_, _, lower) = try layout(original, on: screen)
        #expect(upper.bar.size == lower.bar.size && upper.bar.x == lower.bar.x)
        #expect(upper.bar.y == look.bar.bottomMargin && upper.bar.maxY == look.coveredHeight)
        #expect(size.height == look.surfaceHeight)
        for (index, tab) in original.tabs.enumerated() {
            let (above, below) = (upper.targets[index], lower.targets[index])
            #expect(above.x == below.x && above.size == below.size)
            // The row is as far from the pages as at the lower edge, and upright.
            #expect(abs(upper.bar.maxY - above.maxY - (below.y - lower.bar.y)) < 1e-9)
            let (icon, other) = (upper.icon(index, selectionProgress: 1), lower.icon(index, selectionProgress: 1))
            #expect(abs((icon.y - above.y) - (other.y - below.y)) < 1e-9)
            if tab.isProminent {
                // The button is raised towards the pages.
                let (button, raised) = (upper.button(index), lower.button(index))
                #expect(upper.bar.maxY - button.center.y == raised.center.y - lower.bar.y)
                #expect(button.maxY <= size.height)
            }
        }
    }

    @Test func safeAreaIsOutside() throws {
        for edge in Edge.allCases {
            var look = Sample.lucidpal.look
            look.bar.position = edge
            (look.safeArea.top, look.safeArea.bottom, look.safeArea.leading, look.safeArea.trailing) = (40, 30, 20, 10)
            let screen = Size(width: 1279, height: 800)
            let adapted = look.adapted(to: screen)
            let inset = look.safeArea[edge]
            #expect(adapted.coveredHeight == (edge.isSide ? 64 : 80) + inset)
            let (_, size, layout) = try layout(Sample(look: look, tabs: Sample.lucidpal.tabs), on: screen)
            let bar = layout.bar
            #expect(edge.isSide ? bar.height == size.height : bar.width == size.width)
            for target in layout.targets {
                switch edge {
                case .bottom: #expect(size.height - target.maxY >= inset)
                case .top: #expect(target.y >= inset)
                case .left: #expect(target.x == inset && target.y >= 40 && target.maxY <= 800 - 30)
                case .right: #expect(size.width - target.maxX == inset)
                }
            }
            for other in Edge.allCases where other != edge {
                #expect(adapted.pageInset(at: other) == look.safeArea[other])
            }
            #expect(adapted.pageInset(at: edge) == max(adapted.coveredHeight, adapted.page.bottomInset))
            look.bar.material = .opaque
            #expect(look.adapted(to: screen).pageInset(at: edge) == 0, "its place is reserved")
        }
    }

    @Test(arguments: Sample.all, sides)
    func railIsATurnedBar(original: Sample, edge: Edge) throws {
        let sample = sample(original, at: edge)
        for screen in Self.screens {
            let (look, size, layout) = try layout(sample, on: screen)
            let bar = layout.bar
            #expect(bar.width == look.bar.height && bar.height <= screen.height)
            #expect(edge == .left ? bar.maxX == look.coveredHeight : size.width - bar.x == look.coveredHeight)
            #expect(bar.center.y == screen.height / 2)
            for (first, second) in zip(layout.targets, layout.targets.dropFirst()) {
                #expect(second.y >= first.maxY - 1e-9 && second.x == first.x && second.width == bar.width)
            }
            let middle = (layout.targets[0].y + layout.targets[layout.targets.count - 1].maxY) / 2
            #expect(abs(middle - screen.height / 2) < 1)
            for (index, tab) in sample.tabs.enumerated() where !tab.isProminent {
                let (icon, target) = (layout.icon(index, selectionProgress: 1), layout.targets[index])
                #expect(icon.center.x == bar.center.x && icon.y >= target.y && icon.maxY <= target.maxY)
                guard look.title.isShown else { continue }
                let title = layout.title(index)
                #expect(title.y >= icon.maxY && title.maxY <= target.maxY && title.center.x == bar.center.x)
            }
        }
    }

    /// Equal tabs are squares; a rail is no longer than its row's maximum.
    @Test func railIsAsLongAsItsTabs() throws {
        let screen = Size(width: 1279, height: 1080)
        let (_, _, layout) = try layout(sample(.betterFit, at: .left), on: screen)
        #expect(layout.bar == Rect(x: 16, y: 400, width: 64, height: 4 * 64 + 24))
        #expect(layout.targets.map(\.height) == [64, 64, 64, 64])
        let short = sample(.betterFit, at: .left).with { $0.row.maximumWidth = 200 }
        // Eight times the minimum are longer than that.
        #expect(try self.layout(short, on: screen).2.bar.height == 280)
        let shorter = short.with { ($0.row.maximumWidth, $0.row.minimum) = (240, 24) }
        #expect(try self.layout(shorter, on: screen).2.bar.height == 240)
    }

    @Test(arguments: Sample.all, sides)
    func buttonAndMenuAreTowardsThePages(original: Sample, edge: Edge) throws {
        let sample = sample(original, at: edge)
        for screen in Self.screens {
            let (look, size, layout) = try layout(sample, on: screen)
            for (index, tab) in sample.tabs.enumerated() where tab.isProminent {
                let button = layout.button(index)
                #expect(button.center.y == layout.targets[index].center.y)
                let distance = edge == .left ? layout.bar.maxX - button.center.x : button.center.x - layout.bar.x
                #expect(distance == look.button.centerY)
                #expect(button.x >= 0 && button.maxX <= size.width)
                guard !tab.menu.isEmpty else { continue }
                let model = try sample.model(after: .select(tab.id))
                let frame = edge.strip(of: look.surfaceHeight, in: screen)
                let menu = model.menuScene(size: screen, barFrame: frame, screen: screen, at: .max, measure: sixTenths)
                let actions = menu.actions
                #expect(actions.count == tab.menu.count)
                let rail = layout.bar.offset(x: frame.x)
                for action in actions {
                    #expect(edge == .left ? action.rect.x >= rail.maxX : action.rect.maxX <= rail.x)
                    #expect(action.rect.x >= 0 && action.rect.maxX <= screen.width)
                    #expect(action.rect.y >= 0 && action.rect.maxY <= screen.height)
                }
                #expect(zip(actions, actions.dropFirst()).allSatisfy { $0.rect.maxY <= $1.rect.y })
            }
        }
    }

    /// The spring, and the way in proportion to the distance, match the bar's.
    @Test(arguments: sides)
    func indicatorSlidesDownARail(edge: Edge) throws {
        let screen = Size(width: 1279, height: 800)
        func progress(_ sample: Sample, _ time: UInt64) throws -> (Double, x: Double) {
            let model = try sample.model(after: .select("profile"))
            func center(_ time: UInt64) throws -> Point {
                try #require(try scene(model, on: screen, at: time).capsules.first).center
            }
            let (from, now, to) = (try center(start), try center(time), try center(.max))
            return edge.isSide && sample.look.bar.position.isSide
                ? ((now.y - from.y) / (to.y - from.y), now.x) : ((now.x - from.x) / (to.x - from.x), now.x)
        }
        let rail = sample(.swiftKit, at: edge)
        let column = try layout(rail, on: screen).2.bar.center.x
        for step in 1...30 {
            let time = start + UInt64(step) * 20 * millisecond
            let (turned, x) = try progress(rail, time)
            // A resting indicator is aligned to whole pixels.
            #expect(abs(turned - (try progress(.swiftKit, time).0)) < 0.01 && abs(x - column) <= 0.5)
        }
    }

    @Test(arguments: Sample.all, Edge.allCases)
    func everythingOfABarIsOnItsSurface(original: Sample, edge: Edge) throws {
        let sample = sample(original, at: edge)
        let tabs = sample.flatTabs.map(\.id)
        for screen in Self.screens + [Size(width: 320, height: 480), Size(width: 926, height: 428)] {
            for text in [1, 2.0] {
                var model = try sample.model()
                model.textScale = text
                let state = try sample.state().after(.badge(tabs[0], .count(120)), .select(tabs[1]), at: start)
                model.update(to: state, at: start)
                let (look, size, layout) = try layout(sample, on: screen, text: text)
                let scene = try scene(model, on: screen, at: start + 60 * millisecond)
                for drawn in scene.drawn where drawn.alpha > 0 {
                    if case .roundedShadow = drawn.item { continue }
                    let surface = Rect(size).inset(by: -1e-6)
                    #expect(drawn.rect.union(surface) == surface, "\(sample) \(edge) \(screen) \(drawn)")
                }
                #expect(scene.parts.count == sample.tabs.count)
                let input = model.inputRegion(width: size.width, height: size.height, screen: screen)
                #expect(input[0] == layout.bar.roundedOutwards)
                for part in scene.parts {
                    #expect(min(part.rect.width, part.rect.height) >= 44 - 1e-9, "\(sample) \(edge) \(screen) \(part)")
                    #expect(input.contains { $0.contains(part.rect.center) })
                }
                #expect(look.exclusiveZone == look.coveredHeight.rounded(.up))
            }
        }
    }

    /// Tabs with large text are farther apart, so that each title is nearer to its own icon.
    @Test(arguments: [Sample.lucidpal, .swiftKit, .betterFit])
    func largeTextHasALongerRail(original: Sample) throws {
        let sample = sample(original, at: .left)
        for text in [1, 1.6, 2] {
            let layout = try layout(sample, on: Size(width: 1279, height: 1080), text: text).2
            #expect(layout.stack.placement == .below)
            let below = layout.icon(1, selectionProgress: 0).y - layout.title(0).maxY
            #expect(below >= 2 * (layout.title(0).y - layout.icon(0, selectionProgress: 0).maxY), "\(sample) \(text)")
        }
    }

    /// On a narrow screen a rail has icons only; on a low one titles make way before the row is scrolled.
    @Test(arguments: sides)
    func railMakesDo(edge: Edge) throws {
        let lucidpal = sample(.lucidpal, at: edge)
        let (narrow, _, icons) = try layout(lucidpal, on: Size(width: 428, height: 926))
        #expect(narrow.bar.height == 50 && narrow.coveredHeight == 50 && !narrow.title.isShown)
        #expect(icons.targets.allSatisfy { $0.width == 50 && $0.height == 50 })
        let (wide, _, titles) = try layout(lucidpal, on: Size(width: 926, height: 428))
        #expect(wide.bar.height == 64 && titles.stack.placement == .below)
        let (_, _, low) = try layout(self.sample(.swiftKit, at: edge), on: Size(width: 926, height: 250))
        #expect(low.stack.placement == .hidden && low.scrolledRow == nil)
        // Even fitting titles are hidden if they would be no farther from the next icon than from their own.
        #expect(try layout(lucidpal, on: Size(width: 926, height: 300)).2.stack.placement == .hidden)
        #expect(try layout(lucidpal, on: Size(width: 926, height: 340)).2.stack.placement == .below)
        var model = try lucidpal.model("settings")
        let screen = Size(width: 926, height: 200)
        let (_, size, scrolled) = try layout(lucidpal, on: screen)
        #expect(scrolled.scrolledRow != nil)
        let spot = try #require(try scene(model, on: screen, at: start).spot("settings"))
        #expect(spot.rect.height >= 44 && spot.rect.maxY <= 200)
        let isScrolled = model.scrollRow(
            by: -5000, width: size.width, height: size.height, screen: screen, at: start)
        model.releaseRow(at: start)
        #expect(isScrolled)
        #expect(try #require(try scene(model, on: screen, at: .max).spot("agent")).rect.height >= 44)
        #expect(try #require(try scene(model, on: screen, at: .max).spot("settings")).rect.height == 0)
    }

    @Test func windowHasItsBarAtTheBottom() throws {
        var model = try sample(.lucidpal, at: .left).model()
        model.isInWindow = true
        let look = try #require(model.look(on: nil))
        #expect(look == Sample.lucidpal.look)
    }
}
