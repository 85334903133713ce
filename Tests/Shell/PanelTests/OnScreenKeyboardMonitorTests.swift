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
            // The bar with two notices, and with a keyboard too.
            (428, 671, 255, false), (428, 411, 255, true),
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

    /// The zones of the shell's own notices are not a keyboard's.
    @Test func noticesLeaveTheBar() throws {
        let (stage, bar) = try Stage.withBar(atRest: true, configuration: "look = 3\n")
        try stage.socket.request("message", ["text": "Closing at six"])
        let notices = try ["tabshell-configuration", "tabshell-message"].map { try stage.surface($0) }
        #expect(notices.compactMap(\.layer?.exclusiveZone).reduce(0, +) > 120)
        try stage.rest(bar)
        #expect(bar.layer?.layer == 2 && bar.layer?.exclusiveZone == 119)
        #expect(notices.allSatisfy { $0.layer?.anchor == 1 | 4 | 8 && $0.shown?.inputRegion?.isEmpty == false })
        // Each lasts as long as its reason.
        try stage.configure("")
        try stage.socket.request("message", ["text": NSNull()])
        try stage.compositor.waitUntil("both to go") { !notices.contains(where: \.isAlive) }
    }
}
