// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// The input, opaque and blur regions of a surface. Changes take effect with the surface's next commit.
final class SurfaceRegions {
    /// A hidden surface has an empty input region and no blur; both return when it is shown.
    var isHidden: Bool {
        didSet {
            applyInput()
            applyBlur()
        }
    }

    private let surface: WlSurface
    private let compositor: WlCompositor
    private let blurManager: BackgroundEffectManager
    private var input: [Rect]?
    private var opaque: [Rect] = []
    private var blurred: [Rect] = []
    private var blur: BlurEffect?

    init(of surface: WlSurface, compositor: WlCompositor, blurManager: BackgroundEffectManager, isHidden: Bool) {
        self.surface = surface
        self.compositor = compositor
        self.blurManager = blurManager
        self.isHidden = isHidden
    }

    /// Sets the input region; nil is the whole surface.
    func setInput(_ rects: [Rect]?) {
        input = rects
        applyInput()
    }

    /// - Returns: true if the region changed.
    func setOpaque(_ rects: [Rect]) -> Bool {
        guard rects != opaque else { return false }
        opaque = rects
        guard !rects.isEmpty else {
            surface.setOpaqueRegion(region: nil)
            return true
        }
        let region = compositor.region(rects, .inner)
        surface.setOpaqueRegion(region: region)
        region.destroy()
        return true
    }

    /// - Returns: true if the region changed.
    func setBlurred(_ rects: [Rect]) -> Bool {
        guard rects != blurred else { return false }
        blurred = rects
        applyBlur()
        return true
    }

    /// Creates the effect again, after a change of the manager.
    func recreateBlur() {
        blur?.destroy()
        blur = nil
        applyBlur()
    }

    func applyInput() {
        guard let rects = isHidden ? [] : input else { return surface.setInputRegion(region: nil) }
        let region = compositor.region(rects, .outer)
        surface.setInputRegion(region: region)
        region.destroy()
    }

    /// Destroys the effect, before the surface is destroyed.
    func destroy() {
        blur?.destroy()
        blur = nil
    }

    private func applyBlur() {
        guard !isHidden, !blurred.isEmpty else { return destroy() }
        if blur == nil { blur = blurManager.effect(behind: surface) }
        guard let blur else { return }
        let region = compositor.region(blurred, .nearest)
        blur.set(region)
        region.destroy()
    }
}
