// SPDX-License-Identifier: MIT

import Geometry
import Testing

@testable import Panel

@Suite struct OnScreenKeyboardMonitorTests {
    @Test(
        arguments: [
            // The bar alone, with a panel, with a keyboard, and with both.
            (428.0, 807.0, 119.0, false), (428, 767, 119, false), (428, 547, 119, true), (428, 507, 119, true),
            // The bar without its zone.
            (428, 926, 0, false), (428, 666, 0, true), (428, 666, -1, true),
            // The zone that was given back is not in force yet.
            (428, 926, 119, false),
            // The output is being turned.
            (926, 309, 119, false),
        ])
    func keyboardTakesMoreThanAPanel(width: Double, height: Double, zone: Double, isKeyboard: Bool) {
        #expect(
            OnScreenKeyboardMonitor.isKeyboard(
                screen: Size(width: 428, height: 926), usable: Size(width: width, height: height), zone: zone)
                == isKeyboard)
    }
}
