// SPDX-License-Identifier: MIT

import Testing

@testable import Wayland
@testable import WaylandClient

@Suite struct FixedTests {
    @Test(arguments: [Int32.min, -257, -256, -255, -1, 0, 1, 255, 256, 257, .max])
    func everyFixedNumberIsExact(_ fixed: Int32) {
        #expect(Fixed.fixed(Fixed.double(fixed)) == fixed)
    }

    @Test func roundsToNearestAndClamps() {
        #expect(Fixed.fixed(1.0 / 3) == 85)
        #expect(Fixed.fixed(1.5 / 256) == 2)
        #expect(Fixed.fixed(-0.4 / 256) == 0)
        #expect(Fixed.fixed(1e12) == .max)
        #expect(Fixed.fixed(-.infinity) == .min)
        #expect(Fixed.fixed(.nan) == 0)
    }
}
