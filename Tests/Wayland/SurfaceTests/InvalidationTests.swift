import EventLoop
import FakeCompositor
import Geometry
import StageTestSupport
import Testing

@testable import SurfaceKit

/// An invalidation while a frame is made is drawn in the next one.
@Suite struct InvalidationTests {
    @Test(arguments: [true, false])
    func contentMayInvalidateItselfWhileItAdvances(hasDamage: Bool) throws {
        let (local, bar, fake, content) = try LocalSession.showing(ScriptedContent())
        content.hasDamage = hasDamage
        var rounds = 3
        content.onAdvance = { [unowned bar] in
            rounds -= 1
            if rounds > 0 { bar.invalidate() } else { content.hasDamage = true }
        }
        let frames = content.frames
        bar.invalidate()
        try local.waitUntil("the last round") { rounds <= 0 }
        try local.rest()
        #expect(rounds == 0)
        #expect(content.frames == frames + (hasDamage ? 3 : 1))
        #expect(fake.callbacks.isEmpty)
    }

    /// Nothing else wakes the program.
    @Test func contentMayInvalidateAnotherSurface() throws {
        let (local, (bar, first), (page, second)) = try Self.pair()
        for (source, target, shown) in [(bar, page, second), (page, bar, first)] {
            let content = source === bar ? first : second
            content.onAdvance = { [unowned target] in target.invalidate() }
            let frames = shown.frames
            source.invalidate()
            // One iteration of the loop, with its hook.
            try local.loop.runOnce()
            #expect(shown.frames == frames + 1)
            content.onAdvance = {}
            try local.rest()
        }
    }

    /// Two surfaces at rest.
    private static func pair() throws -> (LocalSession, (Surface, ScriptedContent), (Surface, ScriptedContent)) {
        let (local, bar, _, first) = try LocalSession.showing(ScriptedContent())
        let second = ScriptedContent()
        let (page, _) = try local.surface(.filling(namespace: "page", layer: .bottom), second)
        try local.rest()
        return (local, (bar, first), (page, second))
    }

    @Test func surfacesThatInvalidateOneAnotherDoNotKeepTheLoop() throws {
        let (local, (bar, first), (page, second)) = try Self.pair()
        var count = 0
        (first.hasDamage, second.hasDamage) = (false, false)
        first.onAdvance = { [unowned page] in
            count += 1
            page.invalidate()
        }
        second.onAdvance = { [unowned bar] in
            count += 1
            bar.invalidate()
        }
        bar.invalidate()
        try local.settle()
        #expect(count > 2)
        first.onAdvance = {}
        second.onAdvance = {}
        try local.rest()
    }

    @Test(arguments: [true, false])
    func contentMayHideOrDestroyItsSurface(isDestroyed: Bool) throws {
        let (local, menu, fake, content) = try LocalSession.showing(ScriptedContent(), as: .overlay(namespace: "menu"))
        content.onAdvance = { [unowned menu] in if isDestroyed { menu.destroy() } else { menu.isHidden = true } }
        menu.invalidate()
        try local.rest()
        #expect(fake.isAlive != isDestroyed)
        if !isDestroyed { #expect(fake.shown?.bufferSize == PixelSize(1, 1)) }
    }

    @Test func unchangedRegionsAreNotSent() throws {
        let (local, bar, fake, _) = try LocalSession.showing()
        let region = [Rect(x: 10.2, y: 0, width: 100.5, height: 40)]
        bar.setInputRegion(region)
        try local.rest()
        #expect(fake.commits.last?.inputRegion == [PixelRect(x: 10, y: 0, width: 101, height: 40)])
        let (journal, regions) = (fake.journal.count, local.compositor.regionCount)
        for _ in 0..<10 {
            bar.setInputRegion(region)
            // The same whole pixels.
            bar.setInputRegion([Rect(x: 10.1, y: 0, width: 100.7, height: 40)])
            bar.setOpaque(false)
            bar.setBlurRegion([])
            try local.settle()
        }
        #expect(fake.journal.count == journal)
        #expect(local.compositor.regionCount == regions)
        bar.setInputRegion(nil)
        try local.settle()
        #expect(fake.commits.last?.inputRegion == nil)
        #expect(fake.journal.count == journal + 2)
    }

    @Test func droppedTokenRequestIsCancelled() throws {
        let (local, bar, fake, _) = try LocalSession.showing(versions: ["xdg_activation_v1": 1])
        local.compositor.touchDown(1, on: fake, x: 1, y: 1)
        try local.settle()
        for answers in [true, false] {
            var request: ActivationTokenRequest?
            request = ActivationTokenRequest(from: bar, for: "foot", within: 1_000_000) { _ in
                Issue.record("a dropped request was answered")
            }
            #expect(request != nil)
            request = nil
            if answers { try local.waitFor("the token") { local.compositor.activations.last }.answer("token") }
            try local.settle()
            try local.pass(2_000_000)
            try local.settle()
        }
    }
}

/// Content that calls the test whenever it is advanced.
private final class ScriptedContent: SurfaceContent {
    var hasDamage = true
    var onAdvance: () -> Void = {}
    private(set) var frames = 0

    func advance(to frame: Frame) -> [Rect] {
        onAdvance()
        return hasDamage ? [Rect(x: 0, y: 0, width: 1, height: 1)] : []
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) { frames += 1 }
}

@Suite struct RegionTests {
    @Test func inputRegionIsRoundedOutwards() throws {
        let (local, bar, fake, _) = try LocalSession.showing()
        #expect(fake.shown?.inputRegion == nil)
        let frames = fake.frameCount
        // The right edge lies at 21.1, in pixel 21.
        bar.setInputRegion(
            [Rect(x: 10.9, y: -3.5, width: 10.2, height: 4), Rect(x: 5, y: 5, width: 0, height: 9)]
                + (0..<500).map { Rect(x: Double($0) + 0.5, y: 10, width: 1, height: 1) })
        try local.settle()
        let region = try #require(fake.commits.last?.inputRegion)
        #expect(region.count == 501)
        #expect(region[0] == PixelRect(x: 10, y: -4, width: 12, height: 5))
        #expect(region[500] == PixelRect(x: 499, y: 10, width: 2, height: 1))
        bar.setInputRegion([])
        try local.settle()
        #expect(fake.commits.last?.inputRegion == [])
        bar.setInputRegion(nil)
        try local.settle()
        #expect(fake.commits.last?.inputRegion == nil)
        #expect(fake.frameCount == frames)
    }

    @Test func opaqueRegionIsTheSurface() throws {
        let (local, bar, fake, content) = try LocalSession.showing()
        func redraw() throws {
            content.color ^= 0xFF
            bar.invalidate()
            try local.rest()
        }
        bar.setOpaque(true)
        try redraw()
        #expect(fake.shown?.opaqueRegion == [PixelRect(x: 0, y: 0, width: 428, height: 100)])
        bar.setGeometry(height: 120)
        try local.rest()
        bar.setOpaque(true)
        try redraw()
        #expect(fake.shown?.opaqueRegion == [PixelRect(x: 0, y: 0, width: 428, height: 120)])
        bar.isHidden = true
        bar.setOpaque(true)
        try local.rest()
        #expect(fake.shown?.opaqueRegion == [])
        bar.isHidden = false
        bar.setOpaque(false)
        try local.rest()
        #expect(fake.shown?.opaqueRegion == [])
    }

    /// sway 1.7 blends buffers with alpha, whatever their opaque region is. If the compositor fades a buffer, it is not opaque.
    @Test(arguments: [false, true]) func opaqueBufferHasNoAlpha(compositorFades: Bool) throws {
        let (local, bar, fake, content) = try LocalSession.showing(
            versions: compositorFades ? ["wp_alpha_modifier_v1": 1] : [:])
        for isOpaque in [false, true, false] {
            content.color ^= 0xFF
            bar.setOpaque(isOpaque)
            bar.invalidate()
            try local.rest()
            #expect(fake.shown?.hasAlpha == (!isOpaque || compositorFades))
        }
    }

    @Test func regionsTakeEffectWithTheNextFrame() throws {
        let (local, bar, fake, _) = try LocalSession.moving()
        bar.setInputRegion([])
        try local.settle()
        #expect(fake.commits.last?.inputRegion == nil)
        fake.fireFrame()
        try local.settle()
        #expect(fake.commits.filter { $0.inputRegion == [] }.map(\.hasBuffer) == [true])
    }
}
