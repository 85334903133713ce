import Canvas
import RasterClient
import RasterProtocol

/// The icons and pictures of a page, which `tabshell-raster` draws beside it. Each is requested at its first use.
extension MaskLoader {
    func icon(_ name: String, side: Int) -> Bitmap? {
        (1...RasterRequest.maximumSide).contains(side) ? drawn(.icon(name, side: side)) : nil
    }

    func drawn(_ request: RasterRequest) -> Bitmap? {
        _ = prepare([request])
        return picture(request)
    }
}
