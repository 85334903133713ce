import Geometry
import ScreenClient
import StageTestSupport
import Testing

@testable import PageKit
@testable import ShellModel

/// A page with a button far down.
private final class LongPage: Page {
    private(set) var presses = 0
    var interaction = PartInteraction()
    var offset: Double { interaction.offset(at: 0) }

    func parts(in context: PageContext, now: UInt64) -> [Part] {
        interaction.resize(content: 2000, context, now: now)
        return [
            Part(
                .button, "Far", id: "far", in: Rect(x: 20, y: 1500, width: 100, height: 40),
                press: {
                    self.presses += 1
                    return .redraw
                }),
            Part(.button, "Nowhere", id: "nowhere", press: { .redraw }),
            Part(
                AccessibilityNode(
                    .button, "Empty", id: "empty", actions: [.click], bounds: Rect(x: 300, y: 0, width: 10, height: 10))
            ),
            Part(.label, "Cover", in: Rect(x: 300, y: 0, width: 10, height: 10)).with {
                ($0.isFixed, $0.isOpaque) = (true, true)
            },
            Part(.button, "Beside", id: "beside", in: Rect(x: 900, y: 0, width: 10, height: 10), press: { .redraw }),
        ]
    }
}

@Suite struct PagePressTests {
    @Test func pressScrollsThereAndTellsWhatIsWrong() throws {
        let local = try LocalSession()
        let page = LongPage()
        let host = PageHost(page, .started(), on: local)
        host.resize(Size(width: 400, height: 600), scale: 1, insets: .zero)
        #expect(host.press("far", at: 0) == .failed("the page is not in front"))
        host.appear(at: 0)
        #expect(host.press("far", at: 0) == .done)
        #expect(page.presses == 1 && page.offset == 1220)
        #expect(host.press("nowhere", at: 0) == .failed("it is no longer there"))
        #expect(host.press("gone", at: 0) == .failed("it is no longer there"))
        #expect(host.press("empty", at: 0) == .failed("the page takes no press there at this moment"))
        #expect(host.press("beside", at: 0) == .failed("it is not on the screen"))
        // A pressing finger goes first.
        host.handle(.press(Point(x: 5, y: 5)), from: .pointer(seat: 1))
        #expect(host.press("far", at: 0) == .failed("the page is being pressed"))
        #expect(page.presses == 1)
        let node = host.accessibilityNode(at: 0)
        #expect(node.role == .tabPanel && node.label == "A" && node.count == 6)
    }
}
