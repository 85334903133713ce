import Foundation
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import Panel

@Suite struct OnScreenKeyboardMonitorTests {
    @Test(
        arguments: [
            // The bar alone, with a panel, with a keyboard, and with both.
            (428.0, 807.0, 119.0, false), (428, 767, 119, false), (428, 547, 119, true), (428, 507, 119, true),
            // The bar without its zone.
            (428, 926, 0, false), (428, 666, 0, true),
            // The returned zone is not in force yet.
            (428, 926, 119, false),
            // The output is being turned.
            (926, 309, 119, false),
        ])
    func keyboardTakesMoreThanAPanel(width: Double, height: Double, reserved: Double, isKeyboard: Bool) {
        #expect(
            OnScreenKeyboardMonitor.isKeyboard(
                screen: Size(width: 428, height: 926), usable: Size(width: width, height: height), reserved: reserved)
                == isKeyboard)
    }

    /// Notices float: neither the bar nor a page makes room, and only the cards take input.
    @Test func noticesMoveNothing() throws {
        let (stage, bar) = try Stage.withBar(atRest: true, configuration: "look = 3\n")
        let notices = try stage.surface("tabshell-message")
        try stage.rest(notices)
        let alone = notices.shown?.inputRegion ?? []
        try stage.socket.request("message", ["text": "Closing at six"])
        try stage.compositor.waitUntil("the second card") { notices.shown?.inputRegion?.count == 2 }
        try stage.rest(bar)
        #expect(bar.layer?.layer == 2 && bar.layer?.exclusiveZone == 119)
        #expect(notices.layer?.anchor == 1 | 4 | 8 && notices.layer?.exclusiveZone == 0)
        #expect(alone.count == 1 && notices.shown?.inputRegion?.first == alone.first)
        #expect(alone.allSatisfy { $0.x == 12 && $0.y == 12 && $0.width == 404 })
        // Each lasts as long as its reason.
        try stage.configure("")
        try stage.socket.request("message", ["text": NSNull()])
        try stage.compositor.waitUntil("both to go") { !notices.isAlive }
    }
}
