import Canvas
import FakeCompositor
import Geometry
import ScreenClient
import StageTestSupport
import TestSupport
import Testing

@testable import PageKit
@testable import ShellModel
@testable import SurfaceKit

/// A hidden page keeps its newest buffer, and is not drawn when it comes back with the same picture.
@Suite(.serialized) struct KeptBufferTests {
    /// A page of one block, whose place and color are all of its state.
    private final class BlockPage: CachedPage {
        var color = Color(rgb: 0x3366CC)
        /// False for a page that promises nothing.
        var hasKey = true
        /// True if the block is smaller until the page leaves, as a toast is there until then.
        var isMarked = false
        private(set) var drawings = 0
        var interaction = PartInteraction()

        func parts(in context: PageContext, now: UInt64) -> [Part] { [] }

        func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
            drawings += 1
            let depth = Double(context.route.count)
            canvas.fill(
                Rect(x: 20 + 40 * depth, y: 30, width: 100 * context.textScale, height: isMarked ? 20 : 80), color)
        }

        func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
            hasKey ? CacheKey([isMarked.description, "\(color)"]) : nil
        }

        /// The part of the block by which it is smaller.
        func changedArea(from earlier: CacheKey, to key: CacheKey, in context: PageContext) -> Rect? {
            guard earlier.picture(as: [String].self)?.last == key.picture(as: [String].self)?.last else { return nil }
            return Rect(x: 20, y: 50, width: 100, height: 60)
        }

        func disappeared(now: UInt64) { isMarked = false }
    }

    private final class Session {
        let local: LocalSession
        let page = BlockPage()
        let host: PageHost
        let view: PageView
        var state: ShellState
        private var options = ShellOptions()
        private let transition: Transition

        /// - Parameters:
        ///   - duration: a page change's, ms.
        ///   - fades: true if the compositor can fade a surface.
        init(
            _ entrance: PageEntrance = .crossFade, duration: UInt64 = 0, fades: Bool = true,
            stacking: PageStacking? = .newestAbove, width: Int = 240, height: Int = 180
        ) throws {
            let output = FakeOutput("FAKE-1", width: width, height: height)
            local = try LocalSession(versions: fades ? ["wp_alpha_modifier_v1": 1] : [:], outputs: [output]) {
                $0.fractionalScale = 120
            }
            let tabs = (["a", "b"] as [TabID]).map { id in
                var tab = Tab.plain
                (tab.id, tab.entrance) = (id, entrance)
                return tab
            }
            state = .started(tabs)
            state.bar.pageStacking = stacking
            transition = Transition(duration: duration * 1_000_000, curve: .linear)
            host = PageHost(page, state, options, on: local)
            view = try host.show(on: local)
            update()
            try local.rest()
        }

        var fake: FakeSurface { local.fakes[0] }
        var isShown: Bool { (fake.shown?.bufferSize?.width ?? 0) > 1 }
        /// The number of buffers that the page has.
        var buffers: Int { local.client.objects("wl_shm_pool").count }

        func update() { view.update(state, options) }

        func change(_ change: (BlockPage) -> Void) throws {
            change(page)
            host.pageChanged()
            try local.rest()
        }

        func set(textScale: Double) {
            options.textScale = textScale
            update()
        }

        /// - Parameter rests: true to let the timeout pass after which the surface frees buffers.
        func leave(rests: Bool = true) throws {
            select("b")
            try local.waitUntil("the page to hide") { !isShown }
            try local.rest()
            guard rests, let timer = view.surface?.idleTimer, timer.deadline != nil else { return }
            timer.arm(after: 0)
            try local.waitUntil("the timeout") { timer.deadline == nil }
            try local.settle()
        }

        func comeBack() throws {
            select("a")
            try local.waitUntil("the page at rest") {
                guard isShown, !view.isAnimating(at: Monotonic.now), let surface = view.surface else { return false }
                // A frame is drawn for the time at which it will be on the screen.
                guard state.bar.pageStacking != nil else { return !view.isAnimating(at: surface.frameTime) }
                return fake.commits.last?.opaqueRegion.isEmpty == false
            }
            try local.rest()
        }

        private func select(_ tab: TabID) {
            state.selection = Selection(
                tab: tab, previous: state.selection?.tab, acceptedAt: Monotonic.now, transition: .immediate,
                pageTransition: transition)
            update()
        }

        /// The visible picture of the surface, row by row.
        var picture: [UInt32] {
            guard let picture = fake.picture else { return [] }
            return (0..<picture.size.height).flatMap { y in (0..<picture.size.width).map { picture.pixel($0, y) } }
        }

        func check(sourceLocation: SourceLocation = #_sourceLocation) {
            let fresh = host.snapshot(at: Monotonic.now, withBackground: true).words
            #expect(picture == fresh, sourceLocation: sourceLocation)
            #expect(local.compositor.violations == [], sourceLocation: sourceLocation)
        }
    }

    @Test(
        arguments: [PageEntrance.crossFade, .crossFadeFromTrailing, .immediate], [0, 60] as [UInt64])
    func unchangedPageComesBackWithoutBeingDrawn(entrance: PageEntrance, duration: UInt64) throws {
        let session = try Session(entrance, duration: duration)
        session.check()
        let before = session.page.drawings
        for _ in 0..<2 {
            try session.leave()
            // The kept one and the placeholder.
            #expect(session.buffers == 2)
            let frames = session.fake.frameCount
            try session.comeBack()
            let first = session.fake.commits.filter(\.hasBuffer)[frames]
            let size = try #require(first.bufferSize)
            #expect(first.damage.contains(PixelRect(x: 0, y: 0, width: size.width, height: size.height)))
        }
        #expect(session.page.drawings == before)
        session.check()
        // And as ever when it changes later.
        try session.change { $0.color = Color(rgb: 0xCC3333) }
        session.check()
    }

    @Test(arguments: [
        "a new color", "its own change", "what it clears when it leaves", "the appearance", "the route",
        "the text scale", "the size", "the scale", "the title", "no promise",
    ])
    func changedPageIsDrawnWhenItComesBack(what: String) throws {
        let session = try Session()
        try session.change {
            $0.hasKey = what != "no promise"
            $0.isMarked = what == "what it clears when it leaves"
        }
        try session.leave()
        #expect(session.buffers == (what == "no promise" ? 1 : 2))
        let (drawings, old) = (session.page.drawings, session.picture)
        switch what {
        case "a new color":
            // No callback reports it.
            session.page.color = Color(rgb: 0xCC3333)
        case "its own change":
            session.page.color = Color(rgb: 0x33CC33)
            session.host.pageChanged()
        case "the appearance": session.state.appearance.value = .dark
        case "the route": session.state.paths["a"] = ["x"]
        case "the text scale": session.set(textScale: 1.5)
        case "the size": session.fake.configure(300, 400, serial: session.local.compositor.serial())
        case "the scale": session.fake.prefer(scale: 180)
        case "the title": session.state.tabs[0].title = "Another"
        default: break
        }
        session.update()
        try session.local.rest()
        #expect(session.page.drawings == drawings && session.picture == old)
        // One of another size or scale is of no use.
        if what == "the size" || what == "the scale" { #expect(session.buffers == 1) }
        try session.comeBack()
        #expect(session.page.drawings > drawings)
        session.check()
    }

    /// A frame for the surface's sake, with an acknowledgement or another region, has nothing to draw.
    @Test func frameAtRestIsNotDrawnAgain() throws {
        let session = try Session()
        let (drawings, frames) = (session.page.drawings, session.fake.commits.count)
        session.view.surface?.invalidate()
        try session.local.rest()
        session.view.surface?.setInputRegion([Rect(x: 0, y: 0, width: 10, height: 10)])
        session.view.surface?.invalidate()
        try session.local.waitUntil("a commit") { session.fake.commits.count > frames }
        try session.local.rest()
        #expect(session.page.drawings == drawings)
        session.check()
    }

    /// The compositor still reads the kept buffer: the page is drawn into another one.
    @Test func heldBufferIsLeftAlone() throws {
        let session = try Session()
        session.local.compositor.releasesBuffers = false
        try session.leave()
        session.page.color = Color(rgb: 0xCC3333)
        try session.comeBack()
        session.check()
        session.fake.releaseBuffers()
        try session.leave()
        try session.comeBack()
        session.check()
    }

    /// A page whose surface is destroyed has nothing left of its picture.
    @Test func newSurfaceIsDrawn() throws {
        let session = try Session()
        try session.leave()
        session.view.hideImmediately()
        try session.view.show(on: session.local.connection, output: session.local.connection.outputs.first)
        session.update()
        try session.local.rest()
        let drawings = session.page.drawings
        try session.comeBack()
        #expect(session.page.drawings > drawings)
        session.check()
    }

    /// Without alpha-modifier the leaving page is drawn as it fades, but its picture at rest is kept, too.
    @Test(arguments: [PageStacking.newestAbove, .newestBelow], [PageEntrance.crossFade, .crossFadeFromTrailing])
    func pageThatFadesItselfComesBackWithoutBeingDrawn(stacking: PageStacking, entrance: PageEntrance) throws {
        let session = try Session(entrance, duration: 60, fades: false, stacking: stacking)
        let drawings = session.page.drawings
        for rests in [true, false, true] {
            try session.leave(rests: rests)
            // The fade's are of use for a moment.
            #expect(rests ? session.buffers == 2 : session.buffers <= BufferPool.limit + 1)
            try session.comeBack()
            #expect(session.fake.shown?.hasAlpha == false)
            session.check()
        }
        // The drawings of `check` apart.
        #expect(session.page.drawings == drawings + 3)
    }

    /// The snapshot of a large page is drawn in bands, each in a turn of the loop, and again if the page changes meanwhile.
    @Test func largePageThatFadesItselfComesBackRight() throws {
        let session = try Session(duration: 800, fades: false, stacking: nil, width: 1500, height: 1000)
        // A busy machine draws for longer.
        session.view.drawingTimeout = 60_000_000_000
        var drawings = session.page.drawings
        try session.leave()
        #expect(session.page.drawings == drawings + 2)
        drawings = session.page.drawings
        session.page.color = Color(rgb: 0xCC3333)
        try session.comeBack()
        // Two bands, and the frame at the end.
        #expect(session.page.drawings == drawings + 3)
        session.check()
    }

    @Test func bandsOfASnapshotMakeItsPicture() throws {
        let session = try Session(duration: 60, fades: false, stacking: nil, width: 1500, height: 1000)
        for withBackground in [false, true] {
            var drawing = try #require(SnapshotDrawing(session.host, at: 0, withBackground: withBackground))
            let bands = try #require((1...9).first { _ in drawing.drawBand(of: session.host) })
            #expect(bands == SnapshotDrawing.bands(width: 1500, height: 1000))
            #expect(
                drawing.bitmap.packedRows
                    == session.host.snapshot(at: 0, withBackground: withBackground).packedRows)
        }
        session.host.resize(Size(width: 240, height: 180), scale: 1, insets: .zero)
        #expect(SnapshotDrawing(session.host, at: 0, withBackground: false) == nil)
    }

    @Test func bandsAreOfAMillionPixels() {
        #expect(SnapshotDrawing.bands(width: 0, height: 0) == 1)
        #expect(SnapshotDrawing.bands(width: 1280, height: 1024) == 1)
        #expect(SnapshotDrawing.bands(width: 1920, height: 1080) == 2)
        #expect(SnapshotDrawing.bands(width: 3840, height: 2160) == 8)
        #expect(SnapshotDrawing.bands(width: 32_767, height: 2) == 1)
    }

    /// A page that knows its changed area is only drawn there.
    @Test func changedAreaIsDrawnAlone() throws {
        let session = try Session()
        try session.change { $0.isMarked = true }
        #expect(session.fake.shown?.damage == [PixelRect(x: 20, y: 50, width: 100, height: 60)])
        session.check()
        try session.change { $0.color = Color(rgb: 0xCC3333) }
        #expect(session.fake.shown?.damage == [PixelRect(x: 0, y: 0, width: 240, height: 180)])
        session.check()
        // Other changes meanwhile are drawn, too.
        session.page.isMarked = false
        session.host.pageChanged()
        session.set(textScale: 1.5)
        try session.local.rest()
        session.check()
    }

    /// The repeated rows belong to the fading picture, not to an earlier one in the same buffer.
    @Test func framesOfAFadeShowThePageAsItIs() throws {
        let session = try Session(duration: 100, fades: false)
        var frames = [1.0: 0, 1.5: 0]
        // The block is 100 or 150 px wide. Where the machine is slow, a fade may be over before its first frame.
        try session.local.waitUntil("frames of both widths") {
            for scale in frames.keys.sorted() {
                // Two changes, each in the other buffer, so that the picture replaces the earlier one.
                for change in [1.2, scale] {
                    session.set(textScale: change)
                    try session.local.rest()
                }
                try session.leave(rests: false)
                let start = session.fake.commits.count
                try session.comeBack()
                for frame in session.fake.commits[start...] where frame.hasBuffer && frame.hasAlpha {
                    guard frame.pixels.count == 240 * 180, frame.pixel(60, 80) != frame.pixel(200, 80) else { continue }
                    frames[scale, default: 0] += 1
                    #expect(frame.pixel(150, 80) == frame.pixel(scale == 1 ? 200 : 60, 80))
                }
            }
            return frames.values.allSatisfy { $0 >= 4 }
        }
        session.check()
    }

    /// Without alpha-modifier the last frame of a page that leaves may be one of its fading.
    @Test(arguments: [PageStacking.newestAbove, .newestBelow, nil], [PageEntrance.crossFade, .crossFadeFromTrailing])
    func pageThatFadesItselfComesBackRight(stacking: PageStacking?, entrance: PageEntrance) throws {
        let session = try Session(entrance, duration: 60, fades: false, stacking: stacking)
        for color in [0xCC3333, 0xCC3333, 0x33CC33] as [UInt32] {
            try session.leave()
            session.page.color = Color(rgb: color)
            try session.comeBack()
            session.check()
        }
    }
}
