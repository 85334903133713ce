import Canvas
import SurfaceKit

extension Canvas {
    package convenience init(_ buffer: PixelBuffer, scale: Double) {
        // Unsafe: the canvas writes to the buffer's mapped memory, which the pool keeps until the frame is committed.
        unsafe self.init(
            pixels: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride, scale: scale)
    }
}

extension Bitmap {
    /// Some of the columns of a buffer, which must outlive the bitmap.
    package convenience init(_ buffer: PixelBuffer, columns: Range<Int>) {
        // Unsafe: the bitmap is used only while the surface keeps the buffer.
        unsafe self.init(
            pixels: buffer.pixels + columns.lowerBound * 4, width: columns.count, height: buffer.height,
            stride: buffer.stride)
    }
}
