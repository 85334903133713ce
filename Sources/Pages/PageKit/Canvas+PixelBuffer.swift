// SPDX-License-Identifier: MIT

import Canvas
import SurfaceKit

extension Canvas {
    /// A canvas that draws on the buffer of a frame.
    convenience init(_ buffer: PixelBuffer, scale: Double) {
        // Unsafe: the canvas writes to the buffer's mapped memory, which the pool keeps until the frame is committed.
        unsafe self.init(
            pixels: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride, scale: scale)
    }
}
