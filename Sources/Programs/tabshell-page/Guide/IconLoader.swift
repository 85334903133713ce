// SPDX-License-Identifier: MIT
import RasterClient
import Canvas
import EventLoop
import Posix
import RasterProtocol

/// The icons and pictures of a page, which `tabshell-raster` draws beside it.
final class IconLoader {
    private let masks: MaskLoader

    /// - Parameter onChange: called after pictures have arrived.
    init(on loop: EventLoop, onChange: @escaping () -> Void) {
        masks = MaskLoader(loop: loop, log: Log(program: "tabshell-page"))
        masks.onChange = onChange
    }

    /// Returns a square icon, which is requested when it is first asked for.
    func icon(_ name: String, side: Int) -> Bitmap? {
        guard (1...RasterRequest.maximumSide).contains(side) else { return nil }
        _ = masks.prepare([.icon(name, side: side)])
        return masks.icon(name, side: side)
    }
}
