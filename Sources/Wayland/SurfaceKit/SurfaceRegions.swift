import Geometry
import WaylandProtocols

/// The input, opaque and blur regions of a surface, which take effect with its next commit. Only changes are sent; a
/// method that returns a Bool returns true if a commit is needed.
final class SurfaceRegions {
    /// A hidden surface has an empty input region and no blur; both return when it is shown.
    var isHidden: Bool {
        didSet {
            _ = applyInput()
            _ = applyBlur()
        }
    }

    private let surface: WlSurface
    private let compositor: WlCompositor
    private let blurManager: BackgroundEffectManager
    private var input: [Rect]?
    private var blurred: [Rect] = []
    private var blur: BlurEffect?
    // The last sent regions, logical pixels. The protocol's initial input region is the whole surface (nil).
    private var sentInput: [PixelRect]?
    private var sentOpaque: Size?
    private var sentBlur: [PixelRect] = []

    init(of surface: WlSurface, compositor: WlCompositor, blurManager: BackgroundEffectManager, isHidden: Bool) {
        self.surface = surface
        self.compositor = compositor
        self.blurManager = blurManager
        self.isHidden = isHidden
        _ = applyInput()
    }

    func setInput(_ rects: [Rect]?) -> Bool {
        input = rects
        return applyInput()
    }

    /// Sets the size of a fully opaque surface; nil for any other.
    func setOpaque(_ size: Size?) -> Bool {
        guard size != sentOpaque else { return false }
        sentOpaque = size
        if let size {
            let whole = PixelRect(x: 0, y: 0, width: Int32(pixels: size.width), height: Int32(pixels: size.height))
            compositor.withRegion([whole]) { surface.setOpaqueRegion(region: $0) }
        } else {
            surface.setOpaqueRegion(region: nil)
        }
        return true
    }

    func setBlurred(_ rects: [Rect]) -> Bool {
        blurred = rects
        return applyBlur()
    }

    func recreateBlur() {
        destroy()
        _ = applyBlur()
    }

    func destroy() {
        blur?.destroy()
        blur = nil
        sentBlur = []
    }

    private func applyInput() -> Bool {
        let region = isHidden ? [] : input?.region(outwards: true)
        guard region != sentInput else { return false }
        sentInput = region
        if let region {
            compositor.withRegion(region) { surface.setInputRegion(region: $0) }
        } else {
            surface.setInputRegion(region: nil)
        }
        return true
    }

    private func applyBlur() -> Bool {
        let region = isHidden ? [] : blurred.region(outwards: false)
        guard region != sentBlur else { return false }
        guard !region.isEmpty else {
            destroy()
            return true
        }
        sentBlur = region
        if let current = blur, current.canChange {
            compositor.withRegion(region) { current.set($0) }
        } else {
            let previous = blur
            blur = blurManager.effect(behind: surface)
            if let blur { compositor.withRegion(region) { blur.set($0) } }
            previous?.discard()
        }
        return blur != nil
    }
}
