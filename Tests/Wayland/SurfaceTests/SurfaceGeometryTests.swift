import FakeCompositor
import Geometry
import ScreenClient
import StageTestSupport
import Testing
import TestSupport

@testable import SurfaceKit

@Suite struct SurfaceGeometryTests {
    @Test func geometryIsRequestedBeforeTheFrame() throws {
        let (local, bar, fake, _) = try LocalSession.showing()
        let (_, fakePage) = try local.surface(.filling(namespace: "page", layer: .bottom), PlainContent())
        try local.rest()
        #expect(fakePage.shown?.destination == PixelSize(428, 926 - 80))
        let (requests, frames) = (fake.journal.count, fake.frameCount)
        bar.setGeometry(height: 140, exclusiveZone: 110)
        try local.rest()
        let order = fake.journal.dropFirst(requests).filter {
            ["set_exclusive_zone", "set_size", "commit", "ack_configure", "attach"].contains($0)
        }
        #expect(order == ["set_exclusive_zone", "set_size", "commit", "ack_configure", "attach", "commit"])
        #expect(fake.frameCount == frames + 1)
        #expect(fake.shown?.destination == PixelSize(428, 140))
        #expect(bar.size == Size(width: 428, height: 140))
        #expect(fakePage.shown?.destination == PixelSize(428, 926 - 110))
        // Unchanged values are not sent again.
        let before = fake.journal.count
        bar.setGeometry(height: 140, exclusiveZone: 110)
        bar.setGeometry(height: 90)
        bar.setGeometry(height: 140)
        try local.rest()
        #expect(fake.journal.count == before)
    }

    @Test func oldFrameStaysUntilTheConfigure() throws {
        let (local, bar, fake, content) = try LocalSession.showing()
        local.compositor.configures = false
        local.compositor.framePace = .manual
        content.moves = true
        bar.invalidate()
        try local.waitUntil("an animation") { !fake.callbacks.isEmpty }
        let (frames, commits) = (fake.frameCount, fake.commits.count)
        bar.setGeometry(height: 150)
        content.color = 0xFFFF_FFFF
        bar.invalidate()
        fake.fireFrame()
        try local.settle()
        #expect(fake.frameCount == frames)
        #expect(fake.commits.count == commits + 1)
        // An outdated configure already on its way.
        fake.configure(428, 100, serial: local.compositor.serial())
        try local.settle()
        #expect(fake.frameCount == frames)
        fake.configure(428, 150, serial: local.compositor.serial())
        try local.settle()
        #expect(fake.frameCount == frames + 1)
        #expect(fake.shown?.destination == PixelSize(428, 150))
        #expect(fake.shown?.pixel(3, 149) == 0xFFFF_FFFF)
        #expect(content.sizes.last == Size(width: 428, height: 150))
        content.moves = false
    }

    @Test func configuredFrameDoesNotWaitForTheCallback() throws {
        let local = try LocalSession { $0.framePace = .manual }
        let (bar, fake) = try local.surface(.bar(), PlainContent())
        try local.waitUntil("the first frame") { fake.frameCount == 1 && !fake.callbacks.isEmpty }
        bar.setGeometry(height: 120)
        try local.settle()
        #expect(fake.frameCount == 2)
        #expect(fake.shown?.destination == PixelSize(428, 120))
    }

    @Test func compositorMayChooseAnotherHeight() throws {
        let (local, bar, fake, content) = try LocalSession.showing()
        local.compositor.configures = false
        bar.setGeometry(height: 150)
        try local.settle()
        fake.configure(428, 130, serial: local.compositor.serial())
        try local.waitUntil("the configured height") { fake.shown?.destination == PixelSize(428, 130) }
        // The compositor does not answer.
        bar.setGeometry(height: 170)
        content.color = 0xFF00_FF00
        bar.invalidate()
        try local.waitUntil("the frame of the old size") { fake.shown?.pixel(0, 0) == 0xFF00_FF00 }
        #expect(fake.shown?.destination == PixelSize(428, 130))
        try local.rest()
        // An already configured size is not awaited.
        bar.setGeometry(height: 130)
        content.color = 0xFF00_00FF
        bar.invalidate()
        try local.settle()
        #expect(fake.shown?.pixel(0, 0) == 0xFF00_00FF)
    }

    @Test func geometryMayChangeBeforeTheFirstConfigure() throws {
        let local = try LocalSession { $0.configures = false }
        let content = PlainContent()
        let (bar, fake) = try local.surface(.bar(), content)
        bar.setGeometry(height: 60, exclusiveZone: 50)
        try local.waitUntil("the second commit") { fake.commits.count == 2 }
        #expect(fake.layer?.size == PixelSize(0, 60))
        #expect(fake.layer?.exclusiveZone == 50)
        fake.configure(428, 100, serial: local.compositor.serial())
        try local.settle()
        #expect(fake.frameCount == 0)
        fake.configure(428, 60, serial: local.compositor.serial())
        try local.rest()
        #expect(fake.frameCount == 1)
        #expect(fake.shown?.destination == PixelSize(428, 60))
    }

    @Test func unchangedConfigureNeedsNoFrame() throws {
        let (local, _, fake, _) = try LocalSession.showing()
        let (frames, commits) = (fake.frameCount, fake.commits.count)
        fake.configure(428, 100, serial: local.compositor.serial())
        try local.settle()
        #expect((fake.frameCount, fake.commits.count) == (frames, commits + 1))
    }

    @Test(arguments: [false, true])
    func zoneWaitsForTheEndOfTheAnimation(duringAnimation: Bool) throws {
        let (local, bar, fake, content) = try LocalSession.moving()
        bar.setGeometry(height: 90, exclusiveZone: 60, duringAnimation: duringAnimation)
        try local.waitUntil("the new height") { fake.shown?.destination == PixelSize(428, 90) }
        #expect(fake.layer?.exclusiveZone == (duringAnimation ? 60 : 80))
        content.moves = false
        bar.invalidate()
        fake.fireFrame()
        try local.waitUntil("the new zone") { fake.layer?.exclusiveZone == 60 }
        try local.settle()
        #expect(fake.journal.suffix(1) == ["commit"])
        #expect(fake.journal.filter { $0 == "set_exclusive_zone" }.count == 2)
    }

    @Test func hidingASurfaceSendsItsPendingZone() throws {
        let (local, bar, fake, _) = try LocalSession.moving()
        bar.setGeometry(exclusiveZone: 0)
        try local.settle()
        #expect(fake.layer?.exclusiveZone == 80)
        bar.isHidden = true
        try local.settle()
        #expect(fake.layer?.exclusiveZone == 0)
        #expect(fake.journal.last == "commit")
    }

    @Test(arguments: [false, true])
    func hiddenSurfaceAppliesItsGeometry(fromTheStart: Bool) throws {
        let (local, bar, fake, content) = try LocalSession.showing(isHidden: fromTheStart)
        bar.isHidden = true
        try local.rest()
        bar.setGeometry(height: 140, exclusiveZone: 120)
        try local.rest()
        #expect(fake.layer?.size == PixelSize(0, 140))
        #expect(fake.layer?.exclusiveZone == 120)
        #expect(fake.shown?.bufferSize == PixelSize(1, 1))
        #expect(fake.shown?.inputRegion == [])
        bar.isHidden = false
        try local.rest()
        #expect(fake.shown?.destination == PixelSize(428, 140))
        #expect(content.sizes.last == Size(width: 428, height: 140))
    }

    @Test func excessiveLengthsAreClamped() throws {
        let local = try LocalSession()
        let (bar, fake) = try local.surface(.bar(), PlainContent())
        let lengths = [0, -5, .nan, .infinity, -.infinity, 1e300, 99.2]
        for length in lengths {
            bar.setGeometry(height: length, exclusiveZone: length)
            bar.setInputRegion([Rect(x: length, y: -length, width: length, height: length)])
            bar.setBlurRegion([Rect(x: length, y: 0, width: length, height: length)])
            try local.settle()
            #expect((fake.layer?.size.height ?? 0) > 0)
        }
        try local.rest()
        #expect(fake.shown?.destination == PixelSize(428, 100))
    }

    @Test func windowAppliesItsOwnHeight() throws {
        let (local, bar, fake, _) = try LocalSession.showing(role: .window(title: "bar", appID: "bar", height: 100))
        #expect(fake.shown?.destination == PixelSize(428, 100))
        bar.setGeometry(height: 150, exclusiveZone: 90)
        try local.rest()
        #expect(fake.shown?.destination == PixelSize(428, 150))
        // Activated; the compositor repeats the client's own size.
        fake.configure(428, 150, serial: local.compositor.serial(), states: [4])
        try local.rest()
        bar.setGeometry(height: 120)
        try local.rest()
        #expect(fake.shown?.destination == PixelSize(428, 120))
        // Maximized at that very height, then at another.
        for height in [120, 300] {
            fake.configure(428, height, serial: local.compositor.serial(), states: [1, 4])
            try local.rest()
            bar.setGeometry(height: Double(height + 1))
            try local.rest()
            #expect(fake.shown?.destination == PixelSize(428, height))
        }
        // The size is left to the client again: the last requested one applies.
        fake.configure(0, 0, serial: local.compositor.serial(), states: [4])
        try local.rest()
        #expect(fake.shown?.destination == PixelSize(428, 301))
    }

    /// Where the edge between page and bar may lie between two pixels of the output, the page continues under the bar.
    @Test(arguments: [(1, nil, 0), (2, nil, 0), (2, 1.5, 1), (2, 1.75, 1), (3, 2.25, 1)] as [(Int, Double?, Int)])
    func pageOverlapsTheBarAtFractionalScales(scale: Int, exact: Double?, overlap: Int) throws {
        let output = FakeOutput("FAKE-1", width: 853, height: 533, scale: scale, exactScale: exact)
        let (local, _, _, _) = try LocalSession.showing(outputs: [output])
        let (_, fake) = try local.surface(.filling(namespace: "page", layer: .bottom), PlainContent())
        let (_, overlay) = try local.surface(.overlay(namespace: "menu"), PlainContent())
        try local.rest()
        #expect(fake.shown?.destination == PixelSize(853, 533 - 80 + overlap))
        #expect(overlay.shown?.destination == PixelSize(853, 533))
    }

    /// At each edge, the bar is anchored to it and its two neighbours, and the page extends below it there only.
    @Test(
        arguments: [
            (.bottom, 14, [0, 0, -30, 0]), (.top, 13, [-30, 0, 0, 0]), (.left, 7, [0, 0, 0, -30]),
            (.right, 11, [0, -30, 0, 0]),
        ] as [(Edge, Int, [Int])])
    func barLiesAlongItsEdge(edge: Edge, anchor: Int, margins: [Int]) throws {
        var placement = LayerPlacement.bar()
        placement.edge = edge
        let (local, bar, fakeBar, _) = try LocalSession.showing(
            as: placement, outputs: [FakeOutput("FAKE-1", width: 853, height: 533)])
        let (page, fake) = try local.surface(
            .filling(namespace: "page", layer: .bottom, overlap: EdgeOverlap(edge, 30)), PlainContent())
        try local.rest()
        #expect(fakeBar.layer?.anchor == anchor && fakeBar.layer?.exclusiveZone == 80)
        #expect(fakeBar.shown?.destination == (edge.isSide ? PixelSize(100, 533) : PixelSize(853, 100)))
        #expect(fake.layer?.margins == margins)
        #expect(fake.shown?.destination == (edge.isSide ? PixelSize(853 - 50, 533) : PixelSize(853, 533 - 50)))
        bar.setGeometry(height: 60, exclusiveZone: 50)
        try local.rest()
        #expect(fakeBar.shown?.destination == (edge.isSide ? PixelSize(60, 533) : PixelSize(853, 60)))
        #expect(fake.shown?.destination == (edge.isSide ? PixelSize(853 - 20, 533) : PixelSize(853, 533 - 20)))
        // Below a floating bar, the page continues to the edge of the output.
        for overlap in [50, 0] {
            page.overlap = EdgeOverlap(edge, Double(overlap))
            try local.rest()
            let length = overlap - 50
            #expect(
                fake.shown?.destination == (edge.isSide ? PixelSize(853 + length, 533) : PixelSize(853, 533 + length)))
        }
    }

    @Test func overlayIgnoresExclusiveZones() throws {
        let (local, _, _, _) = try LocalSession.showing()
        let (overlay, above) = try local.surface(.overlay(namespace: "menu"), PlainContent())
        let (_, free) = try local.surface(.filling(namespace: "sheet", layer: .top), PlainContent())
        try local.rest()
        #expect(above.layer.map { [$0.layer, $0.anchor, $0.exclusiveZone] } == [3, 15, -1])
        #expect(above.shown?.destination == PixelSize(428, 926))
        #expect(free.layer.map { [$0.layer, $0.anchor, $0.exclusiveZone] } == [2, 15, 0])
        #expect(free.shown?.destination == PixelSize(428, 846))
        // A filling surface lacks its own height.
        overlay.setGeometry(height: 20)
        try local.rest()
        #expect(above.layer?.size == PixelSize(0, 0))
    }
}

/// Pages in ordinary windows keep their size while they are hidden.
@Suite struct WindowHidingTests {
    private let role = Role.window(title: "page", appID: "page", height: nil)

    @Test(arguments: [true, false])
    func hiddenWindowKeepsItsSize(hasViewporter: Bool) throws {
        let (local, page, fake, content) = try LocalSession.showing(
            role: role, versions: hasViewporter ? [:] : ["wp_viewporter": 0])
        for size in [PixelSize(428, 800), PixelSize(600, 700)] {
            fake.configure(size.width, size.height, serial: local.compositor.serial(), states: [4])
            try local.rest()
            page.isHidden = true
            try local.settle()
            #expect(fake.shownSize == size)
            #expect(fake.shown?.pixels.allSatisfy { $0 == 0 } == true)
            #expect(fake.commits.last?.inputRegion == [])
            page.isHidden = false
            try local.rest()
            #expect(fake.shownSize == size)
            #expect(content.sizes.last == Size(width: Double(size.width), height: Double(size.height)))
        }
    }

    /// Weston answers another size with a fatal error, xdg_wm_base.invalid_surface_state.
    @Test(arguments: [1, 2], [true, false])
    func hiddenWindowHasTheConfiguredSize(state: UInt8, isHiddenFirst: Bool) throws {
        let (local, page, fake, _) = try LocalSession.showing(role: role, isHidden: isHiddenFirst)
        if isHiddenFirst { page.isHidden = true }
        fake.configure(428, 926, serial: local.compositor.serial(), states: [state])
        try local.rest()
        page.isHidden = true
        try local.rest()
        fake.configure(926, 428, serial: local.compositor.serial(), states: [state])
        try local.rest()
        page.isHidden = false
        try local.rest()
        #expect(fake.shownSize == PixelSize(926, 428))
    }

    /// mutter, labwc and KWin configure a window with its last size, which may be tiny.
    @Test func rememberedPlaceholderIsNotBelieved() throws {
        let (local, page, fake, _) = try LocalSession.showing(role: role, isHidden: true)
        #expect(fake.shownSize == PixelSize(428, 800))
        fake.configure(1, 1, serial: local.compositor.serial(), states: [4])
        try local.rest()
        page.isHidden = false
        try local.rest()
        #expect(fake.shownSize == PixelSize(428, 800))
        // If the compositor fixes the size, even an absurd one counts.
        fake.configure(1, 1, serial: local.compositor.serial(), states: [1])
        try local.rest()
        #expect(fake.shownSize == PixelSize(1, 1))
    }
}

extension FakeSurface {
    fileprivate var shownSize: PixelSize? { commits.last.flatMap { $0.destination ?? $0.bufferSize } }
}

@Suite struct FillingSurfaceTests {
    private func origin(_ width: Double, _ height: Double, _ edge: Edge) -> Point {
        FillingSurface.origin(
            of: Size(width: width, height: height), on: Size(width: 800, height: 600), edge: edge, zone: 100)
    }

    @Test func originFollowsFromTheSize() {
        #expect(origin(800, 500, .bottom) == .zero)
        #expect(origin(800, 500, .top) == Point(x: 0, y: 100))
        #expect(origin(700, 600, .left) == Point(x: 100, y: 0))
        #expect(origin(700, 600, .right) == .zero)
        // Something along the upper edge.
        #expect(origin(800, 460, .bottom) == Point(x: 0, y: 40))
        #expect(origin(800, 460, .top) == Point(x: 0, y: 140))
        #expect(origin(700, 560, .left) == Point(x: 100, y: 40))
        // A keyboard is at the lower edge; the zone of a bar below it is gone.
        #expect(origin(800, 260, .bottom) == .zero)
        // A hidden bar takes no space.
        #expect(origin(800, 600, .bottom) == .zero)
    }
}
