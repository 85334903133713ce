// SPDX-License-Identifier: MIT

import SurfaceKit
import Testing

@Suite struct SolidColorSurfaceTests {
    @Test func stretchedPixelsCoverTheLength() {
        for length in UInt32(1)...8192 {
            let count = SolidColorSurface.pixels(for: length)
            let step = (Double(count) * 65536 / Double(length)).rounded()
            // The centre of the last row still lies within the pixels.
            #expect(step * (Double(length) - 0.5) < Double(count) * 65536, "\(length)")
        }
        #expect(SolidColorSurface.pixels(for: 1080) == 2)
    }
}
