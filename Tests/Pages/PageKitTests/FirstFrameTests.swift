import Canvas
import ClockTestSupport
import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

@testable import PageKit
@testable import ShellModel

/// The first frame of a page shows the loaded content, unless loading takes long.
@Suite(.serialized) struct FirstFrameTests {
    private final class LoadingPage: Page {
        var isLoading = true
        private(set) var drawings: [Bool] = []
        var interaction = PartInteraction()

        func parts(in context: PageContext, now: UInt64) -> [Part] { [] }
        func isLoading(at now: UInt64) -> Bool { isLoading }
        func draw(on canvas: Canvas, context: PageContext, now: UInt64) { drawings.append(isLoading) }
    }

    private let local: LocalSession
    private let page = LoadingPage()
    private let host: PageHost

    init() throws {
        local = try LocalSession(outputs: [FakeOutput("FAKE-1", width: 240, height: 180)])
        host = PageHost(page, on: local)
    }

    @Test func frameWaitsForTheTimeout() {
        let start: UInt64 = 5_000_000_000
        #expect(!host.isReady(at: start))
        #expect(!host.isReady(at: start + 199_999_999))
        #expect(host.isReady(at: start + 200_000_000))
    }

    @Test func loadedPageDoesNotWait() {
        page.isLoading = false
        #expect(host.isReady(at: 0))
    }

    @Test func pageThatLoadsForeverIsShown() throws {
        let view = try host.show(on: local)
        view.update(.started())
        try local.waitUntil("a frame") { !page.drawings.isEmpty }
        #expect(page.drawings == [true])
    }

    /// The page's clock stands still, so it waits for as long as the command takes.
    @Test func firstFrameHasTheOutputOfACommand() throws {
        let stage = try Stage(tabs: [(id: "notes", role: "page")])
        let clock = try ScriptedClock(in: stage.compositor.folder)
        clock.now = Monotonic.now
        try stage.start(
            "tabshell-page", ["--tab", "notes", "--command", "sleep 0.3; echo Some text."],
            environment: clock.environment)
        let page = try stage.shown("tabshell-page-notes")
        try stage.wait(forText: "Some text.")
        try stage.rest(page)
        #expect(page.commits.count { $0.bufferSize?.width ?? 0 > 1 } == 1)
    }
}
