import FakeCompositor
import Geometry
import StageTestSupport
import Testing

@testable import SurfaceKit

@Suite struct PointerTests {
    /// labwc removes the pointer on a touch, moves it to the finger, and sends its entry there when a surface changes.
    @Test func pointerThatEntersAfterTouchHasNotMoved() throws {
        let (local, _, fake, content) = try LocalSession.showing()
        let (first, finger, next) = (Point(x: 1, y: 1), Point(x: 5, y: 5), Point(x: 6, y: 5))
        local.compositor.pointerEnters(fake, x: first.x, y: first.y)
        local.compositor.pointerLeaves(fake)
        local.compositor.touchDown(1, on: fake, x: finger.x, y: finger.y)
        local.compositor.touchUp(1, on: fake)
        local.compositor.pointerEnters(fake, x: finger.x, y: finger.y)
        local.compositor.pointerMoves(on: fake, x: finger.x, y: finger.y)
        try local.settle()
        #expect(content.events == [.move(first), .leave, .press(finger), .release(finger)])
        local.compositor.pointerMoves(on: fake, x: next.x, y: next.y)
        try local.settle()
        #expect(content.events.dropFirst(4) == [.move(next)])
    }

    @Test func visibilityFollowsItsRule() {
        var pointer = PointerVisibility(PointerHidingRule())
        pointer.touched()
        #expect(!pointer.isHidden(at: .max) && pointer.deadline == nil)
        pointer.rule.delay = 0
        #expect(pointer.isHidden(at: 0))
        pointer.rule = PointerHidingRule(hidesOnTouch: true)
        #expect(pointer.isHidden(at: 0))
        pointer.moved(at: 5)
        #expect(!pointer.isHidden(at: .max))
        pointer.rule = PointerHidingRule(delay: 2)
        #expect(pointer.deadline == 2_000_000_005)
        #expect(!pointer.isHidden(at: 2_000_000_004) && pointer.isHidden(at: 2_000_000_005))
    }
}
