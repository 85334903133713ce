import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct PageSurfaceTests {
    @Test(arguments: [false, true])
    func hiddenPageShowsAPlaceholder(withoutViewports: Bool) throws {
        let stage = try Stage("tabshell-sample", versions: withoutViewports ? ["wp_viewporter": 0] : [:])
        let page = try shown(stage)
        #expect(page.layer?.layer == 1)
        #expect(page.layer?.anchor == 15)
        #expect(page.layer?.exclusiveZone == 0)
        #expect(page.shown?.inputRegion == nil)
        for _ in 0..<2 {
            try hide(page, on: stage)
            #expect(page.shown?.pixel(0, 0) == 0)
            #expect(page.shown?.inputRegion == [])
            #expect(page.shown?.destination == (withoutViewports ? nil : PixelSize(32, 32)))
            #expect(page.shown?.opaqueRegion == [])
            try stage.rest(page)
            let commits = page.commits.count
            try stage.compositor.settle(page.client)
            #expect(page.commits.count == commits)
            try stage.socket.request("select", ["tab": "home"])
            try stage.compositor.waitUntil("the page to be shown") {
                page.shown?.bufferSize == PixelSize(428, 926) && (page.shown?.pixel(2, 2) ?? 0) >> 24 == 0xFF
            }
            #expect(page.shown?.inputRegion == nil)
        }
        #expect(page.client.surfaces.filter(\.isAlive).count == 1)
    }

    @Test func leavingPageTakesNoInput() throws {
        let (stage, page) = try opened { $0.framePace = .manual }
        try finishFrames(of: page, on: stage)
        let count = page.frameCount
        try stage.socket.request("select", ["tab": "flash"])
        #expect(try stage.frame(of: page, after: count).inputRegion == [])
        // The page is hidden even without a frame callback.
        try stage.compositor.waitUntil("the page to hide") { page.shown?.bufferSize == PixelSize(1, 1) }
    }

    @Test(.measurement) func pageIsOpaqueAtRestOnly() throws {
        let (stage, page) = try opened { $0.framePace = .manual }
        try stage.socket.request("register", ["program": "panel"])
        try stage.socket.request("stacking", ["stacking": "newest-above"])
        // A compositor gives no frames to surfaces behind an opaque one, and the coming page may be there.
        for tab in ["flash", "home"] {
            let count = page.frameCount
            try stage.socket.request("select", ["tab": tab])
            #expect(try stage.frame(of: page, after: count).opaqueRegion == [])
            try finishFrames(of: page, on: stage)
        }
        try stage.compositor.waitUntil("the page to be opaque") {
            try finishFrames(of: page, on: stage)
            return page.shown?.opaqueRegion.count == 1
        }
    }

    /// Mir does not show a surface again that was covered when it committed, by an opaque one or by the pointer's image.
    @Test func pageIsNeverCoveredWhereThatMayLast() throws {
        let stage = try Stage(tabs: [("a", "page"), ("b", "page")]) { $0.forgetsCoveredSurfaces = true }
        for tab in ["a", "b"] { try stage.startPage(tab) }
        for tab in ["a", "b", "a"] {
            try stage.request("select", ["tab": tab])
            let page = try stage.shown("tabshell-page-\(tab)")
            try stage.rest(page)
            #expect(!page.isForgotten && page.shown?.opaqueRegion == [] && page.shown?.hasAlpha == true)
        }
    }

    /// From its waiting layer, a page comes to the end of its own layer that the other pages know.
    @Test func pageEntersItsLayerWithItsFirstFrame() throws {
        let (stage, page) = try opened()
        try stage.socket.request("register", ["program": "panel"])
        try stage.socket.request("stacking", ["stacking": "newest-above"])
        #expect(page.layer?.layer == 1)
        for tab in ["flash", "home"] {
            try stage.socket.request("select", ["tab": tab])
            let isShown = tab == "home"
            try stage.compositor.waitUntil("the page in its layer") {
                page.shown?.bufferSize == PixelSize(isShown ? 428 : 1, isShown ? 926 : 1)
            }
            #expect(page.layer?.layer == (isShown ? 1 : 0))
            let requests = page.journal.suffix(from: try #require(page.journal.lastIndex(of: "set_layer")))
            // Nothing is committed between the new layer and the new picture.
            #expect(try #require(requests.firstIndex(of: "attach")) < (try #require(requests.firstIndex(of: "commit"))))
        }
        // With unknown stacking it waits in place.
        try stage.socket.request("stacking", ["stacking": NSNull()])
        try hide(page, on: stage)
        #expect(page.layer?.layer == 1)
    }

    @Test func pageComesBackToItsOutput() throws {
        let outputs = ["FAKE-1", "FAKE-2"].map { FakeOutput($0) }
        let stage = try Stage("tabshell-sample", outputs: outputs)
        func waitForPage(on output: String) throws {
            try stage.compositor.waitUntil("the page on \(output)") {
                let pages = stage.compositor.surfaces("tabshell-page-home").filter {
                    $0.shown?.bufferSize?.width ?? 0 > 1
                }
                return pages.map { $0.layer?.output?.name } == [output]
            }
        }
        try waitForPage(on: "FAKE-1")
        try stage.socket.request("register", ["program": "panel"])
        stage.compositor.remove(outputs[0])
        try stage.socket.request("output", ["output": "FAKE-1"])
        try waitForPage(on: "FAKE-2")
        stage.compositor.add(FakeOutput("FAKE-1"))
        try waitForPage(on: "FAKE-1")
        // One that never comes back leaves the choice to the first.
        try stage.socket.request("output", ["output": "FAKE-9"])
        try waitForPage(on: "FAKE-2")
    }

    @Test func pageIsAtOnceOnTheOutputThatItMovesTo() throws {
        let stage = try Stage("tabshell-sample", outputs: ["FAKE-1", "FAKE-2"].map { FakeOutput($0) })
        _ = try shown(stage)
        func pages(on output: String) -> [FakeSurface] {
            stage.compositor.surfaces("tabshell-page-home").filter { $0.layer?.output?.name == output }
        }
        // It is left on the first output, and never seen on the second.
        try stage.socket.request("select", ["tab": "flash", "output": "FAKE-2"])
        let hidden = try stage.compositor.waitFor("the hidden page") { pages(on: "FAKE-2").first { $0.shown != nil } }
        try stage.rest(hidden)
        #expect(hidden.commits.allSatisfy { ($0.bufferSize?.width ?? 1) == 1 })
        #expect(pages(on: "FAKE-1").isEmpty)
        // It comes back in one frame.
        try stage.socket.request("select", ["tab": "home", "output": "FAKE-1"])
        let page = try shown(stage)
        #expect(page.layer?.output?.name == "FAKE-1")
        try stage.rest(page)
        #expect(page.commits.filter(\.hasBuffer).allSatisfy { $0.pixel(2, 2) >> 24 == 0xFF })
        #expect(pages(on: "FAKE-2").isEmpty)
    }

    private func opened(prepare: (FakeCompositor) -> Void = { _ in }) throws -> (Stage, FakeSurface) {
        let stage = try Stage("tabshell-sample", prepare: prepare)
        return (stage, try shown(stage))
    }

    private func hide(_ page: FakeSurface, on stage: Stage) throws {
        try stage.socket.request("select", ["tab": "flash"])
        try stage.compositor.waitUntil("the page to hide") { page.shown?.bufferSize == PixelSize(1, 1) }
    }

    private func finishFrames(of page: FakeSurface, on stage: Stage) throws {
        while !page.callbacks.isEmpty {
            page.fireFrame()
            try stage.compositor.settle(page.client)
        }
    }

    private func shown(_ stage: Stage) throws -> FakeSurface { try stage.shown("tabshell-page-home") }
}
