// SPDX-License-Identifier: MIT

import Geometry
import ShellKit
import Testing

@Suite struct FillingSurfaceTests {
    private func origin(_ width: Double, _ height: Double, _ edge: Edge) -> Point {
        FillingSurface.origin(
            of: Size(width: width, height: height), on: Size(width: 800, height: 600), edge: edge, zone: 100)
    }

    @Test func originFollowsFromTheSize() {
        #expect(origin(800, 500, .bottom) == .zero)
        #expect(origin(800, 500, .top) == Point(x: 0, y: 100))
        #expect(origin(700, 600, .left) == Point(x: 100, y: 0))
        #expect(origin(700, 600, .right) == .zero)
        // Something along the upper edge.
        #expect(origin(800, 460, .bottom) == Point(x: 0, y: 40))
        #expect(origin(800, 460, .top) == Point(x: 0, y: 140))
        #expect(origin(700, 560, .left) == Point(x: 100, y: 40))
        // A keyboard is at the lower edge; the zone of a bar below it is gone.
        #expect(origin(800, 260, .bottom) == .zero)
        // A bar that is hidden takes nothing.
        #expect(origin(800, 600, .bottom) == .zero)
    }
}
