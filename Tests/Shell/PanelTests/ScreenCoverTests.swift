import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// The darkness over an idle screen, and the input that ends it.
@Suite struct ScreenCoverTests {
    private static let idle = "[idle]\ndim_after = 2\nblank_after = 2.5\nhide_pointer = \"touch\"\n"

    private func cover(_ stage: Stage, of color: UInt32) throws -> FakeSurface {
        try stage.compositor.waitFor("the cover; the programs say: \(stage.complaints)") {
            stage.compositor.surfaces("tabshell-cover").first { $0.shown?.pixels.first == color }
        }
    }

    @Test func touchThatWakesDoesNothingElse() throws {
        let (stage, bar) = try Stage.withBar(
            atRest: true, versions: ["ext_idle_notifier_v1": 2, "zwlr_output_power_manager_v1": 1],
            configuration: Self.idle)
        try stage.compositor.waitUntil("the watch") { try stage.socket.state().kiosk.watch == .input }
        stage.compositor.idle(true)
        let cover = try cover(stage, of: 0xB300_0000)
        #expect(cover.layer?.layer == 3 && cover.layer?.keyboardInteractivity == 1)
        #expect(cover.shown?.destination == PixelSize(428, 926) && cover.shown?.inputRegion == nil)
        _ = try self.cover(stage, of: 0xFF00_0000)
        try stage.compositor.waitUntil("the output to be off") {
            stage.compositor.objects("zwlr_output_power_v1").count == 1
        }

        // Invisible content is not drawn.
        let frames = bar.frameCount
        try stage.socket.request("badge", ["tab": "home", "badge": ["count": 3]])
        try stage.compositor.settle(bar.client)
        #expect(bar.frameCount == frames)

        stage.compositor.touchDown(4, on: cover, x: BarGeometry.centers[1], y: 850)
        stage.compositor.idle(false)
        _ = try self.cover(stage, of: 0)
        #expect(stage.compositor.objects("zwlr_output_power_v1").isEmpty)
        try stage.frame(of: bar, after: frames)
        #expect(cover.isAlive)
        stage.compositor.touchUp(4, on: cover)
        try stage.compositor.waitUntil("the cover to go") { !cover.isAlive }
        #expect(try stage.selected(bar.client) == "home")
        try stage.select(1, on: bar)
    }

    /// Without ext-idle-notify, input on the bar and the pages counts.
    @Test func ownSurfacesAreWatchedElsewhere() throws {
        let (stage, bar) = try Stage.withBar(atRest: true, configuration: "[idle]\nblank_after = 2\n")
        try stage.compositor.waitUntil("the watch") { try stage.socket.state().kiosk.watch == .surfaces }
        let cover = try cover(stage, of: 0xFF00_0000)
        stage.compositor.tap(on: cover, x: 200, y: 400)
        try stage.compositor.waitUntil("the cover to go") { !cover.isAlive }
        #expect(try stage.socket.state().kiosk.screen == .on)
        #expect(try stage.selected(bar.client) == "home")
    }

    @Test func nothingConfiguredBindsNothing() throws {
        let (stage, bar) = try Stage.withBar(atRest: true, versions: ["ext_idle_notifier_v1": 2], configuration: "")
        try stage.select(1, on: bar)
        #expect(stage.compositor.objects("ext_idle_notifier_v1").isEmpty)
        #expect(try stage.socket.state().kiosk.watch == nil)
        try stage.configure("[idle]\nreturn_after = 600\n")
        try stage.compositor.waitUntil("the watch") { try stage.socket.state().kiosk.watch == .input }
        try stage.configure("")
        try stage.compositor.waitUntil("its end") { stage.compositor.objects("ext_idle_notification_v1").isEmpty }
    }
}
