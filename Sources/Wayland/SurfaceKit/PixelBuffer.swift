// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Wayland

/// One buffer of pixels that is shared with the compositor: a sealed anonymous file, mapped by both.
///
/// The format is ARGB8888: premultiplied, native-endian, alpha in the high byte.
public final class PixelBuffer {
    /// Buffer pixels.
    public let width: Int
    public let height: Int
    /// Bytes from one row to the next.
    public var stride: Int { width * 4 }
    public let pixels: UnsafeMutableRawPointer

    /// What the buffer lacks of the newest frame, in buffer pixels; nil when it has never been drawn.
    var missing: [PixelRect]?
    /// Whether the compositor may be reading it.
    private(set) var isBusy = false
    let proxy: WlBuffer
    private let byteCount: Int
    private var onRelease: () -> Void = {}

    /// - Returns: nil when there is no memory for it, or a size out of range.
    init?(width: Int, height: Int, shm: WlShm) {
        let (row, overflow) = width.multipliedReportingOverflow(by: 4)
        let (count, overflow2) = row.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, !overflow2, count <= Int32.max else { return nil }
        let file = clinux_sealed_memory("tabshell-buffer", Int64(count))
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
            return nil
        }
        self.width = width
        self.height = height
        byteCount = count
        pixels = memory
        let pool = shm.createPool(fd: file, size: Int32(count))
        proxy = pool.createBuffer(
            offset: 0, width: Int32(width), height: Int32(height), stride: Int32(row), format: .argb8888)
        pool.destroy()
        proxy.onEvent = { [weak self] _ in self?.release() }
    }

    deinit {
        proxy.destroy()
        munmap(pixels, byteCount)
    }

    /// Notes that the buffer was committed.
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

/// A rectangle of whole buffer pixels.
struct PixelRect: Equatable {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32
}
