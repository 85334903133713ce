import Canvas
import Geometry
import ScreenClient
import Testing

@testable import PageKit
@testable import ShellModel

/// A page's drawing under the bar.
@Suite struct BarCoverTests {
    private static let page = Size(width: 800, height: 600)
    private static let tabs = ["a", "b", "c"].map {
        Tab(id: TabID(rawValue: $0), title: $0, icon: "home", accessibilityLabel: "", accessibilityHint: "")
    }

    /// A pill 64 px high, 16 px from the lower edge.
    private static var floating: Look {
        var look = Look()
        (look.bar.height, look.bar.cornerRadius, look.bar.sideMargin, look.bar.bottomMargin) = (64, 32, 16, 16)
        look.bar.material = .translucent
        look.row.layout = .equal
        look.row.maximumWidth = 400
        return look
    }

    private func makeCover(
        _ look: Look, compositorBlurs: Bool = false, preferences: Preferences = Preferences(),
        tabs: [Tab] = Self.tabs, minimizedAt: UInt64? = nil
    ) -> BarCover? {
        var state = ShellState(ShellConfiguration(unchecked: tabs, look: look.applying(preferences)), now: 0)
        if let minimizedAt { (state.bar.isMinimized, state.bar.acceptedAt) = (true, minimizedAt) }
        return PageEnvironment(
            state, tab: "a", options: ShellOptions(), screen: Self.page, compositorBlurs: compositorBlurs
        ).cover
    }

    /// Draws stripes of black and white, and the cover over them.
    private func picture(_ cover: BarCover) -> [UInt32] {
        let (width, height) = (Int(Self.page.width), Int(Self.page.height))
        let bitmap = Bitmap(format: .argb32, width: width, height: height)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        canvas.fill(Rect(x: 0, y: 0, width: Self.page.width, height: Self.page.height), .white)
        for y in stride(from: 0.0, to: Self.page.height, by: 8) {
            canvas.fill(Rect(x: 0, y: y, width: Self.page.width, height: 4), .black)
        }
        cover.draw(on: canvas, page: Self.page, background: .white, at: .max)
        return bitmap.words
    }

    private func brightness(_ picture: [UInt32], _ x: Int, _ y: Int) -> Int {
        Int(picture[y * Int(Self.page.width) + x] & 0xFF)
    }

    @Test func contentFadesBesideTheBarAndIsBlurredUnderIt() throws {
        let cover = try #require(makeCover(Self.floating))
        let bar = try #require(cover.grounds(on: Self.page, at: .max).first)
        #expect((bar.rect.y, bar.rect.maxY, bar.radius) == (520, 584, 32))
        #expect(bar.rect.width < 500)
        let picture = picture(cover)
        // Above the fade nothing changes; beside the bar hardly anything is left.
        #expect(brightness(picture, 20, 489) == 0 && brightness(picture, 20, 493) == 255)
        #expect(brightness(picture, 20, 505) > 60 && brightness(picture, 20, 505) < 140)
        for y in 521..<600 { #expect(brightness(picture, 20, y) >= 234) }
        // Under the bar a row of stripes is grey.
        for y in 530..<570 { #expect((100..<156).contains(brightness(picture, 400, y))) }
    }

    /// A disc that blurred nothing before the end would show the text under it until then.
    @Test func discWithTheSearchTabIsGlassFromItsAppearanceOn() throws {
        var look = Self.floating
        (look.minimized.height, look.minimized.width) = (52, 80)
        look.motion[.minimize] = Transition(duration: 1000, curve: .linear)
        var tabs = Self.tabs
        tabs[2].role = .search
        let cover = try #require(makeCover(look, tabs: tabs, minimizedAt: 1))
        func grounds(_ time: UInt64) -> [BarCover.Ground] { cover.grounds(on: Self.page, at: 1 + time) }
        #expect(grounds(0).count == 1 && grounds(100).count == 1)
        let (half, end) = (grounds(500), grounds(1000))
        #expect(half.map(\.opacity) == [1, 0.75] && end.map(\.opacity) == [1, 1])
        #expect(half[1].rect.width == 58 && end[1].rect.width == 52 && half[1].rect.x < end[1].rect.x)
    }

    @Test func opaqueBarsAndCompositorsThatBlurLeaveThePageSharp() throws {
        for cover in [
            makeCover(Self.floating, compositorBlurs: true),
            makeCover(Self.floating, preferences: Preferences(transparency: .reduced)),
        ] {
            let cover = try #require(cover)
            #expect(!cover.isGlass)
            #expect(
                cover.blurredAreas(near: Rect(x: 0, y: 0, width: 800, height: 600), on: Self.page, scale: 1, at: .max)
                    == [])
            #expect(brightness(picture(cover), 400, 553) > 230)
        }
        // A bar along the whole edge has nothing beside it.
        #expect(makeCover(Look()) == nil)
        var strip = Look()
        strip.bar.material = .translucent
        #expect(makeCover(strip)?.isGlass == true && makeCover(strip, compositorBlurs: true) == nil)
    }

    @Test func barIsDrawnAnewWithWhatItShowsBlurred() throws {
        let cover = try #require(makeCover(Self.floating))
        func areas(_ y: Double) -> [Rect] {
            cover.blurredAreas(near: Rect(x: 380, y: y, width: 20, height: 20), on: Self.page, scale: 1, at: .max)
        }
        let bar = try #require(cover.grounds(on: Self.page, at: .max).first?.rect)
        #expect(areas(530).count == 1 && areas(480) == areas(530))
        #expect(areas(530)[0].union(bar) == areas(530)[0])
        #expect(areas(400) == [])
    }
}
