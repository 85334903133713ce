// SPDX-License-Identifier: MIT

import Canvas
import FakeCompositor
import Geometry
import ShellKit
import StageTestSupport
import Testing

@testable import PageKit
@testable import ShellModel

/// A page with a button far down.
private final class LongPage: Page {
    private(set) var presses = 0
    private var gesture = ScrollGestureRecognizer<Int>()
    private let button = Rect(x: 20, y: 1500, width: 100, height: 40)
    var offset: Double { gesture.scroller.offset(at: 0) }

    func draw(on canvas: Canvas, context: PageContext, now: UInt64) {}

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        gesture.scroller.resize(content: 2000, window: context.size.height, now: now)
        let shown = button.offset(y: -gesture.scroller.offset(at: now))
        let outcome = gesture.handle(event, context: context, now: now, target: { shown.contains($0) ? 1 : nil })
        if case .tapped = outcome { presses += 1 }
        return outcome == .none || outcome == .scrubbed(nil) ? .none : .redraw
    }

    func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] {
        [
            AccessibilityNode(
                .button, "Far", id: "far", actions: [.click],
                bounds: button.offset(y: -gesture.scroller.offset(at: now))),
            AccessibilityNode(.button, "Nowhere", id: "nowhere", actions: [.click]),
            AccessibilityNode(
                .button, "Empty", id: "empty", actions: [.click], bounds: Rect(x: 0, y: 0, width: 10, height: 10)),
            AccessibilityNode(
                .button, "Beside", id: "beside", actions: [.click], bounds: Rect(x: 900, y: 0, width: 10, height: 10)),
        ]
    }
}

@Suite struct PagePressTests {
    @Test func pressScrollsThereAndTellsWhatIsWrong() throws {
        let local = try LocalSession()
        let tab = Tab(id: "a", title: "A", icon: "home", accessibilityLabel: "", accessibilityHint: "")
        let state = ShellState(ShellConfiguration(unchecked: [tab], look: Look()), now: 0)
        let page = LongPage()
        let host = PageHost(
            page, environment: PageEnvironment(state, tab: "a", options: ShellOptions()), loop: local.loop)
        host.resize(Size(width: 400, height: 600), scale: 1, insets: .zero)
        #expect(host.press("far", at: 0) == .failed("the page is not in front"))
        host.appear(at: 0)
        #expect(host.press("far", at: 0) == .done)
        #expect(page.presses == 1 && page.offset == 1220)
        #expect(host.press("nowhere", at: 0) == .failed("it is no longer there"))
        #expect(host.press("gone", at: 0) == .failed("it is no longer there"))
        #expect(host.press("empty", at: 0) == .failed("the page takes no press there at this moment"))
        #expect(host.press("beside", at: 0) == .failed("it is not on the screen"))
        // A finger that is down goes first.
        host.handle(.press(Point(x: 5, y: 5)), from: .pointer(seat: 1))
        #expect(host.press("far", at: 0) == .failed("the page is being pressed"))
        #expect(page.presses == 1)
        let node = host.accessibilityNode(at: 0)
        #expect(node.role == .tabPanel && node.label == "A" && node.count == 5)
    }
}
