// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// The parts of a surface that mean something to the compositor: where it takes input, where it hides what is behind
/// it, and where that is to be blurred. All of it takes effect with the surface's next commit.
final class SurfaceRegions {
    /// A concealed surface takes no input and blurs nothing; what was set before holds again when it is shown.
    var isConcealed: Bool {
        didSet {
            applyInput()
            applyBlur()
        }
    }

    private let surface: WlSurface
    private let compositor: WlCompositor
    private let blurOffer: BackgroundEffectManager
    private var input: [Rect]?
    private var opaque: [Rect] = []
    private var blurred: [Rect] = []
    private var blur: BlurEffect?

    init(of surface: WlSurface, compositor: WlCompositor, blurOffer: BackgroundEffectManager, isConcealed: Bool) {
        self.surface = surface
        self.compositor = compositor
        self.blurOffer = blurOffer
        self.isConcealed = isConcealed
    }

    /// Nil is everywhere.
    func setInput(_ rects: [Rect]?) {
        input = rects
        applyInput()
    }

    /// - Returns: whether that is another one than before.
    func setOpaque(_ rects: [Rect]) -> Bool {
        guard rects != opaque else { return false }
        opaque = rects
        guard !rects.isEmpty else {
            surface.setOpaqueRegion(region: nil)
            return true
        }
        let region = compositor.region(rects, .inwards)
        surface.setOpaqueRegion(region: region)
        region.destroy()
        return true
    }

    /// - Returns: whether that is another one than before.
    func setBlurred(_ rects: [Rect]) -> Bool {
        guard rects != blurred else { return false }
        blurred = rects
        applyBlur()
        return true
    }

    /// Asks for the effect anew, of whoever offers it now.
    func renewBlur() {
        blur?.destroy()
        blur = nil
        applyBlur()
    }

    func applyInput() {
        guard let rects = isConcealed ? [] : input else { return surface.setInputRegion(region: nil) }
        let region = compositor.region(rects, .outwards)
        surface.setInputRegion(region: region)
        region.destroy()
    }

    /// Before the surface is destroyed.
    func destroy() {
        blur?.destroy()
        blur = nil
    }

    private func applyBlur() {
        guard !isConcealed, !blurred.isEmpty else { return destroy() }
        if blur == nil { blur = blurOffer.effect(behind: surface) }
        guard let blur else { return }
        let region = compositor.region(blurred, .nearest)
        blur.set(region)
        region.destroy()
    }
}
