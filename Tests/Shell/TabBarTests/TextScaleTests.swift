import BarGeometry
import Geometry
import ShellModel
@testable import TabBar
import Testing

/// The bar at every text scale: nothing overlaps, and the large-content viewer shows cut titles.
@Suite struct TextScaleTests {
    static let scales = [0.8, 1, 1.3, 2, 3]
    static let widths = [320.0, 428, 1280]

    /// A drawn part of a tab.
    private struct Part {
        var tab: Int
        var name: String
        var rect: Rect
    }

    private func model(_ sample: Sample, _ scale: Double, after commands: Command...) throws -> BarModel {
        // As the daemon applies it.
        let setup = try ShellConfiguration(tabs: sample.tabs, actions: sample.actions, look: sample.look)
        var state = ShellState(
            setup, restoring: PersistentState(preferences: Preferences(textScale: scale)), now: 1000 * millisecond)
        for tab in sample.flatTabs { state = try state.after(.badge(tab.id, .count(88))) }
        for command in commands { state = try state.after(command) }
        var model = BarModel()
        model.update(to: state, at: 1000 * millisecond)
        return model
    }

    /// The visible parts of the tabs: icons, titles, badges and the indicator.
    private func parts(_ sample: Sample, _ scene: Scene, _ layout: BarLayout) -> [Part] {
        func part(_ name: String, _ drawn: Drawn) -> Part {
            func distance(_ index: Int) -> Double { abs(layout.targets[index].center.x - drawn.center.x) }
            let tab = layout.targets.indices.min { distance($0) < distance($1) } ?? 0
            return Part(tab: tab, name: name, rect: drawn.rect)
        }
        return scene.drawn.filter { $0.alpha > 0 }.compactMap { drawn in
            switch drawn.item {
            case .icon: part("icon", drawn)
            case .text(let run, _, _, _): part(run.string == "88" ? "count" : run.string, drawn)
            case .capsule(_, let color) where color == Color(sample.look.light[.badge]): part("badge", drawn)
            case .capsule, .ellipse: part("indicator", drawn)
            default: nil
            }
        }
    }

    @Test(arguments: Sample.all, scales)
    func nothingOverlapsOrLeavesTheBar(sample: Sample, scale: Double) throws {
        let model = try model(sample, scale)
        for width in Self.widths {
            let screen = Size(width: width, height: 926)
            let look = try #require(model.look(on: screen))
            let scene = model.scene(width: width, screen: screen, at: .max, measure: sixTenths)
            let layout = model.layout(look, width: width, height: 0, at: .max, sixTenths)
            let parts = parts(sample, scene, layout)
            #expect(parts.count { $0.name == "badge" } == sample.flatTabs.count)
            for (index, part) in parts.enumerated() {
                let place = "\(part.name) of tab \(part.tab) at \(width): \(part.rect)"
                if !sample.tabs[part.tab].isProminent {
                    #expect(part.rect.isInside(layout.bar), "\(place) is outside of \(layout.bar)")
                }
                if part.name == "count" {
                    #expect(parts.contains { $0.name == "badge" && part.rect.isInside($0.rect) }, "\(place)")
                }
                for other in parts[(index + 1)...] {
                    // A badge is at a corner of its icon, and its text in it; weights of a title cross-fade; a button has a ring.
                    let pair = Set([part.name, other.name])
                    let mayOverlap =
                        pair.isSubset(of: ["icon", "badge", "count"]) || pair.count == 1
                        || sample.tabs[part.tab].isProminent
                    if part.tab == other.tab, mayOverlap { continue }
                    guard let both = part.rect.intersection(other.rect) else { continue }
                    #expect(
                        both.width < 0.51 || both.height < 0.51,
                        "\(place) overlaps \(other.name) of \(other.tab): \(other.rect)")
                }
            }
            for (one, next) in zip(layout.targets, layout.targets.dropFirst()) { #expect(one.maxX <= next.x + 1e-6) }
        }
    }

    @Test(arguments: Sample.all, scales)
    func titlesThatAreNotWholeAreShownLarge(sample: Sample, scale: Double) throws {
        var model = try model(sample, scale)
        for width in Self.widths {
            let screen = Size(width: width, height: 926)
            let scene = model.scene(width: width, screen: screen, at: .max, measure: sixTenths)
            for tab in sample.tabs {
                let isWhole = scene.texts(tab.title).contains { $0.alpha > 0 && $0.run?.maximumWidth == nil }
                let isSmall = !isWhole || scale >= 1.6
                #expect(model.needsLargeContent(.tab(tab.id), in: scene) == isSmall, "\(tab.title) at \(width)")
                guard isSmall else { continue }
                model.showLargeContent(of: .tab(tab.id), at: start)
                let large = model.largeContentScene(
                    size: model.largeContentSize(onScreen: screen), at: 9000 * millisecond, measure: sixTenths)
                let lines = large.drawn.compactMap(\.run).filter { $0.maximumWidth == nil }.map(\.string)
                #expect(lines.filter { $0 != "88" }.joined(separator: " ") == tab.title, "\(lines)")
            }
        }
    }

    /// The labels of a menu are on the screen, whole or shown large, clear of one another and of the discs.
    @Test(arguments: scales) func labelsOfAMenuDoNotOverlap(scale: Double) throws {
        let sample = Sample.swiftKitMenu
        let model = try model(sample, scale, after: .select("create"))
        for width in Self.widths {
            let size = Size(width: width, height: 926)
            let scene = model.menuScene(size: size, barFrame: sample.barFrame(on: size), at: .max, measure: sixTenths)
            let labels = scene.drawn.filter(\.isText)
            #expect(labels.count == 3)
            for (index, label) in labels.enumerated() {
                #expect(label.rect.x >= 0 && label.rect.maxX <= width && label.rect.y >= 0, "\(label.rect) at \(width)")
                for other in labels[(index + 1)...] { #expect(label.rect.intersection(other.rect) == nil) }
                for disc in scene.discs {
                    #expect(label.rect.intersection(disc.rect) == nil, "\(label.rect) \(disc.rect)")
                }
                guard let run = label.run, run.maximumWidth != nil else { continue }
                let action = try #require(sample.actions.first { $0.title == run.string })
                #expect(model.needsLargeContent(.action(action.id), in: scene))
            }
        }
    }
}

extension Rect {
    /// True if the rectangle is inside another one, except for the rounding to pixels.
    fileprivate func isInside(_ outer: Rect) -> Bool {
        let slack = 0.51
        return x >= outer.x - slack && y >= outer.y - slack && maxX <= outer.maxX + slack && maxY <= outer.maxY + slack
    }
}
