import FakeCompositor
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct SurfaceLifetimeTests {
    @Test func pressesAreCancelledOnce() throws {
        for isDestroyed in [true, false] {
            let (local, menu, fake, content) = try LocalSession.showing(as: .overlay(namespace: "menu"))
            let below = PlainContent()
            let (bar, fakeBar) = try local.surface(.bar(), below)
            bar.input = below
            try local.rest()
            local.compositor.pointerEnters(fake, x: 10, y: 10)
            local.compositor.touchDown(1, on: fakeBar, x: 5, y: 5)
            local.compositor.button(on: fake, isPressed: true)
            local.compositor.touchDown(2, on: fake, x: 20, y: 20)
            local.compositor.touchDown(3, on: fake, x: 30, y: 30)
            try local.settle()
            #expect(content.events.count == 4)
            if isDestroyed { menu.endInput() } else { menu.isHidden = true }
            #expect(content.events.dropFirst(4) == [.cancel, .cancel, .cancel])
            if isDestroyed { menu.destroy() }
            try local.settle()
            #expect(content.events.dropFirst(4) == [.cancel, .cancel, .cancel])
            local.compositor.touchMove(2, on: fake, x: 21, y: 21)
            local.compositor.touchUp(2, on: fake)
            local.compositor.touchUp(3, on: fake)
            local.compositor.button(on: fake, isPressed: false)
            try local.settle()
            #expect(content.events.count == 7)
            local.compositor.touchUp(1, on: fakeBar)
            try local.settle()
            #expect(below.events == [.press(Point(x: 5, y: 5)), .release(Point(x: 5, y: 5))])
            guard !isDestroyed else { continue }
            menu.isHidden = false
            try local.rest()
            local.compositor.touchDown(2, on: fake, x: 1, y: 1)
            local.compositor.click(on: fake)
            try local.settle()
            let point = Point(x: 10, y: 10)
            #expect(content.events.dropFirst(7) == [.press(Point(x: 1, y: 1)), .press(point), .release(point)])
        }
    }

    @Test func destroyedSurfaceCallsNothingBack() throws {
        let (local, menu, fake, content) = try LocalSession.showing(as: .overlay(namespace: "menu"))
        var calls: [String] = []
        menu.onClosed = { calls.append("closed") }
        menu.onResize = { _ in calls.append("resize") }
        menu.onKeyboardFocus = { calls.append("focus \($0)") }
        menu.setKeyboardInteractivity(.exclusive)
        local.compositor.setCapabilities(7)
        try local.rest()
        local.compositor.keyboardEnters(fake)
        local.compositor.pointerEnters(fake, x: 10, y: 10)
        local.compositor.button(on: fake, isPressed: true)
        local.compositor.touchDown(2, on: fake, x: 20, y: 20)
        try local.settle()
        #expect(calls.contains("focus true") && content.events.count == 3)
        calls = []
        menu.destroy()
        #expect(calls.isEmpty && content.events.count == 3)
        fake.configure(300, 400, serial: local.compositor.serial())
        fake.sendClosed()
        local.compositor.touchUp(2, on: fake)
        local.compositor.pointerLeaves(fake)
        local.compositor.keyboardLeaves(fake)
        try local.settle()
        #expect(calls.isEmpty && content.events.count == 3)
    }

    @Test func surfaceMayBeDestroyedByItsOwnInput() throws {
        for trigger in 0..<5 {
            let (local, menu, fake, content) = try LocalSession.showing(as: .overlay(namespace: "menu"))
            content.onEvent = { event in
                switch (event, trigger) {
                case (.press, 0), (.release, 1), (.move, 2), (.press, 3), (.release, 4): menu.destroy()
                default: break
                }
            }
            local.compositor.pointerEnters(fake, x: 2, y: 2)
            if trigger < 3 {
                local.compositor.touchDown(1, on: fake, x: 3, y: 3)
                local.compositor.touchMove(1, on: fake, x: 4, y: 3)
                local.compositor.touchUp(1, on: fake)
            } else {
                local.compositor.click(on: fake)
            }
            try local.settle()
            #expect(!fake.isAlive)
            // A released press cannot be cancelled.
            if trigger == 1 { #expect(content.events.last == .release(Point(x: 4, y: 3))) }
            if trigger == 4 { #expect(content.events.last == .release(Point(x: 2, y: 2))) }
            #expect(!content.events.contains(.cancel))
        }
    }

    @Test(arguments: [true, false])
    func repeatedSurfacesLeakNothing(isAnswered: Bool) throws {
        let (local, _, _, _) = try LocalSession.showing(versions: ["ext_background_effect_manager_v1": 1])
        local.compositor.framePace = isAnswered ? .every(1) : .manual
        func menu(_ round: Int) throws -> LeakCheck {
            let content = PlainContent()
            content.moves = true
            let (menu, fake) = try local.surface(.overlay(namespace: "menu"), content)
            menu.input = content
            menu.setKeyboardInteractivity(.exclusive)
            menu.setBlurRegion([Rect(x: 0, y: 0, width: 10, height: 10)])
            // At various times in its life, the first time before it has a size.
            if round > 0 { try local.waitUntil("frames") { fake.frameCount > (isAnswered ? round % 4 : 0) } }
            if round % 5 == 4 { menu.isHidden = true }
            menu.destroy()
            menu.destroy()
            menu.invalidate()
            menu.setGeometry(height: 9, exclusiveZone: 9)
            menu.setInputRegion(nil)
            menu.setBlurRegion(nil)
            menu.setOpaque(true)
            menu.isHidden = round % 2 == 0
            menu.setKeyboardInteractivity(.none)
            try local.settle()
            #expect(!fake.isAlive)
            return LeakCheck(surface: menu, content: content)
        }
        let warm = try menu(3)
        let (server, client) = (local.client.objectCounts, local.connection.proxyCount)
        var leaks = [warm]
        for round in 0..<50 { leaks.append(try menu(round)) }
        // Requests for feedback may be unanswered: the protocol cannot cancel them.
        var counts = local.client.objectCounts
        counts["wp_presentation_feedback"] = server["wp_presentation_feedback"]
        #expect(counts == server)
        #expect(local.connection.proxyCount == client)
        #expect(leaks.allSatisfy { $0.surface == nil && $0.content == nil })
        #expect(local.compositor.objects("wl_callback").isEmpty)
        #expect(local.fakes.count == 1)
    }
}

/// Leaked objects and memory.
private struct LeakCheck {
    weak var surface: Surface?
    weak var content: PlainContent?
}
