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
        if rects.isEmpty {
            surface.setOpaqueRegion(region: nil)
        } else {
            compositor.withRegion(rects, .inner) { surface.setOpaqueRegion(region: $0) }
        }
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
        destroy()
        applyBlur()
    }

    func applyInput() {
        guard let rects = isHidden ? [] : input else { return surface.setInputRegion(region: nil) }
        compositor.withRegion(rects, .outer) { surface.setInputRegion(region: $0) }
    }

    /// Destroys the effect, before the surface is destroyed.
    func destroy() {
        blur?.destroy()
        blur = nil
    }

    private func applyBlur() {
        guard !isHidden, !blurred.isEmpty else { return destroy() }
        if blur == nil { blur = blurManager.effect(behind: surface) }
        if let blur { compositor.withRegion(blurred, .nearest) { blur.set($0) } }
    }
}
