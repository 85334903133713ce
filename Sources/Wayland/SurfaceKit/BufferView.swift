// SPDX-License-Identifier: MIT
import Wayland

/// A `wl_buffer` that shows some of the columns of a ``PixelBuffer``. Views of one buffer share its memory.
final class BufferView {
    /// True while the compositor may read it.
    var isBusy = false
    var onRelease: () -> Void = {}
    let proxy: WlBuffer

    /// - Parameter stride: of the whole buffer, bytes.
    init(of pool: WlShmPool, columns: Range<Int>, height: Int, stride: Int) {
        proxy = pool.createBuffer(
            offset: Int32(columns.lowerBound * 4), width: Int32(columns.count), height: Int32(height),
            stride: Int32(stride), format: .argb8888)
        proxy.onEvent = { [weak self] _ in
            guard let self else { return }
            isBusy = false
            onRelease()
        }
    }

    func destroy() { proxy.destroy() }
}
