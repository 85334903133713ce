// SPDX-License-Identifier: MIT

import SurfaceKit
import Testing

@Suite("A surface of one colour")
struct SolidSurfaceTests {
    @Test("is stretched to its end by a renderer that counts in 65536ths of a pixel")
    func reachesTheEnd() {
        for length in UInt32(1)...8192 {
            let count = SolidColorSurface.pixels(for: length)
            let step = (Double(count) * 65536 / Double(length)).rounded()
            // The middle of the last row still lies on the pixels.
            #expect(step * (Double(length) - 0.5) < Double(count) * 65536, "\(length)")
        }
        #expect(SolidColorSurface.pixels(for: 1080) == 2)
    }
}
