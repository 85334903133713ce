import Canvas
import EventLoop
import Posix
import RasterClient
import RasterProtocol

/// The icons and pictures of a page, which `tabshell-raster` draws beside it. Each is requested at its first use.
final class IconLoader {
    private let masks: MaskLoader

    init(on loop: EventLoop, onChange: @escaping () -> Void) {
        masks = MaskLoader(loop: loop, log: Log(program: "tabshell-page"))
        masks.onChange = onChange
    }

    func icon(_ name: String, side: Int) -> Bitmap? {
        guard (1...RasterRequest.maximumSide).contains(side) else { return nil }
        return picture(.icon(name, side: side))
    }

    func picture(_ request: RasterRequest) -> Bitmap? {
        _ = masks.prepare([request])
        return masks.picture(request)
    }
}
