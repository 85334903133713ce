import Geometry
import ShellModel
@testable import TabBar
import Testing

/// The layout from right to left: the mirror image of the one from left to right, with upright icons and texts.
@Suite struct DirectionTests {
    private static let width = 428.0
    private let now = 5000 * millisecond

    private func mirrored(_ sample: Sample) -> Sample { sample.with { $0.direction = .rightToLeft } }

    /// Tabs in their order, the first at the right; badges at the left of their icons, and in their places of a picture.
    @Test(arguments: Sample.all) func barIsMirrored(sample: Sample) throws {
        let badge = Command.badge(sample.tabs[1].id, .count(12))
        let (plain, turned) = (try sample.model(after: badge), try mirrored(sample).model(after: badge))
        let (one, other) = (plain.scene(width: Self.width, at: .max), turned.scene(width: Self.width, at: .max))
        #expect(one.parts.map(\.target) == other.parts.map(\.target))
        for (part, image) in zip(one.parts, other.parts) {
            #expect(image.rect.x == Self.width - part.rect.maxX && image.rect.y == part.rect.y)
            #expect(image.rect.size == part.rect.size)
        }
        let pages = other.parts.filter { !$0.isRound }.map(\.rect.center.x)
        #expect(pages == pages.sorted(by: >) && pages.count > 1)
        #expect(other.items.count == one.items.count)
        for (item, image) in zip(one.items, other.items) {
            #expect(abs(item.bounds.x - (Self.width - image.bounds.maxX)) < 1e-9, "\(item)")
        }
        #expect(
            turned.inputRegion(width: Self.width).map(\.width) == plain.inputRegion(width: Self.width).map(\.width))
    }

    @Test(arguments: Sample.all) func fingerDragsTheIndicatorFromRightToLeft(sample: Sample) throws {
        let model = try mirrored(sample).model()
        let origin = try #require(model.dragOrigin(width: Self.width, at: now))
        let scene = model.scene(width: Self.width, at: now)
        let centers = model.dragPages.compactMap { scene.spot($0)?.rect.center.x }
        #expect(abs(origin - centers[0]) < 1e-6)
        for (index, center) in centers.enumerated() {
            let position = try #require(model.dragPosition(at: center, width: Self.width))
            #expect(abs(position - Double(index)) < 1e-6)
        }
    }

    @Test(arguments: [Edge.left, .right]) func railStaysAtItsEdge(edge: Edge) throws {
        let sample = Sample.lucidpal.with { $0.bar.position = edge }
        let (one, other) = (try sample.model(), try mirrored(sample).model())
        let size = Size(width: sample.look.surfaceHeight, height: 926)
        let plain = one.scene(width: size.width, height: size.height, at: now).parts.map(\.rect)
        let turned = other.scene(width: size.width, height: size.height, at: now).parts.map(\.rect)
        #expect(zip(plain, turned).allSatisfy { abs($0.x - $1.x) < 1e-9 && $0.y == $1.y && $0.width == $1.width })
        #expect(other.look(on: nil)?.bar.position == edge)
    }

    /// The changes of a tab name the direction on the screen, and the tab.
    @Test(arguments: [
        (Edge.bottom, false, ["Rename", "Move Left", "Move Right"], ["pencil", "left", "right", "trash"]),
        (.bottom, true, ["Rename", "Move Right", "Move Left"], ["pencil", "right", "left", "trash"]),
        (.left, true, ["Rename", "Move Up", "Move Down"], ["pencil", "up", "down", "trash"]),
    ])
    func tabMovesOnTheScreen(edge: Edge, isMirrored: Bool, titles: [String], icons: [String]) throws {
        let sample = (isMirrored ? mirrored(.lucidpal) : .lucidpal).with { $0.bar.position = edge }
        let tab = sample.tabs[1]
        let model = try sample.model(after: .setMenu(tab.id))
        #expect(model.menuActions(of: tab.id).map(\.title) == titles + ["Remove \(tab.title)"])
        #expect(model.menuActions(of: tab.id).map(\.icon) == icons)
        let bar = try #require(model.accessibilityNode(ofBar: Rect(x: 0, y: 0, width: Self.width, height: 90)))
        #expect(bar.children[1].actions.contains(.showContextMenu))
        #expect(model.target("action/tab:remove") == .action("tab:remove"))
    }

    /// Labels are on the side with more space, and the menu over its button.
    @Test func menuIsOverItsButton() throws {
        let sample = mirrored(.swiftKitMenu)
        let create = try sample.tab("create").id
        let model = try sample.model(after: .setMenu(create))
        let size = Size(width: Self.width, height: 926)
        let frame = sample.barFrame(on: size)
        let menu = model.menuScene(size: size, barFrame: frame, at: .max)
        let bar = model.scene(width: Self.width, at: .max)
        let button = try #require(bar.spot(create)).rect.center.x
        let close = try #require(menu.parts.first { $0.target == .closeMenu && !$0.node.label.isEmpty }).rect.center.x
        #expect(abs(button - close) < 1e-6)
        #expect(menu.actions.count == 3)
        let node = try #require(model.accessibilityNode(ofBar: frame))
        #expect(node.children.map { $0.bounds?.x } == bar.parts.map(\.rect.x))
    }
}
