// SPDX-License-Identifier: MIT
import Posix
import Wayland

/// A buffer of pixels in memory shared with the compositor (`wl_buffer` of a `wl_shm_pool`).
///
/// The format is ARGB8888: premultiplied, native-endian, alpha in the high byte.
public final class PixelBuffer {
    /// The largest buffer, pixels: those of an 8K screen.
    static let maximumArea = 33_554_432.0

    /// Buffer pixels.
    public let width: Int
    /// Buffer pixels.
    public let height: Int
    /// The distance between rows, bytes.
    public var stride: Int { width * 4 }
    /// The first pixel; valid for as long as the buffer lives.
    // Unsafe: the compositor maps the same memory, so it cannot be lent as an exclusive span.
    public var pixels: UnsafeMutableRawPointer { unsafe memory.baseAddress }

    /// The parts that are older than the newest frame, buffer pixels; nil for a buffer never drawn to.
    var staleDamage: [PixelRect]?
    /// True while the compositor may read the buffer.
    private(set) var isBusy = false
    let proxy: WlBuffer
    private let memory: SharedMemory
    private var onRelease: () -> Void = {}

    /// - Returns: nil if there is no memory, or the size is out of range.
    init?(width: Int, height: Int, shm: WlShm) {
        guard width > 0, height > 0, Double(width) * Double(height) <= Self.maximumArea else { return nil }
        let row = width * 4
        let count = row * height
        guard let memory = SharedMemory(name: "tabshell-buffer", byteCount: count) else { return nil }
        self.width = width
        self.height = height
        self.memory = memory
        let pool = shm.createPool(fd: memory.descriptor, size: Int32(count))
        proxy = pool.createBuffer(
            offset: 0, width: Int32(width), height: Int32(height), stride: Int32(row), format: .argb8888)
        pool.destroy()
        memory.closeDescriptor()
        proxy.onEvent = { [weak self] _ in self?.release() }
    }

    deinit {
        proxy.destroy()
    }

    /// Fills the buffer row by row, from the top left.
    func write(_ pixels: [UInt32]) { memory.write(pixels) }

    /// Records that the buffer is attached to a surface that is being committed.
    func submit(onRelease: @escaping () -> Void) {
        isBusy = true
        self.onRelease = onRelease
    }

    private func release() {
        isBusy = false
        let handler = onRelease
        onRelease = {}
        handler()
    }
}

/// A rectangle of whole pixels: of the buffer, or logical ones of a region.
struct PixelRect: Equatable {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32
}
