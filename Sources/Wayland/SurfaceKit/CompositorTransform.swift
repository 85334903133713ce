// SPDX-License-Identifier: MIT
import Wayland

/// The opacity of a surface and its place in a wider buffer. The compositor applies both, so a picture that fades or moves
/// is not drawn again.
///
/// Changes take effect with the surface's next commit.
final class CompositorTransform {
    /// 0…1.
    var opacity = 1.0
    /// The distance by which the picture is moved towards the trailing edge, logical pixels.
    var distance = 0.0
    /// True if the compositor has alpha-modifier.
    var canFade: Bool { modifier != nil }
    /// True if the compositor has viewporter.
    var canMove: Bool { viewport != nil }

    private let surface: WlSurface
    private let viewport: WpViewport?
    private let modifier: WpAlphaModifierSurfaceV1?
    private var sentFactor = UInt32.max
    private var sentSource: PixelRect?

    init(of surface: WlSurface, viewport: WpViewport?, alphaModifier: WpAlphaModifierV1?) {
        self.surface = surface
        self.viewport = viewport
        modifier = alphaModifier?.getSurface(surface: surface)
    }

    /// Sends what has changed.
    ///
    /// - Parameters:
    ///   - margin: the part of the buffer before the surface's leading edge, buffer pixels.
    ///   - width: of the buffer, buffer pixels.
    ///   - height: of the buffer, buffer pixels.
    ///   - scale: buffer pixels per logical pixel.
    /// - Returns: true if a commit is needed.
    func apply(margin: Int, width: Int, height: Int, scale: Double) -> Bool {
        let factor = UInt32((min(max(opacity, 0), 1) * Double(UInt32.max)).rounded())
        let shift = min(max(Int((distance * scale).rounded()), 0), margin)
        let source = PixelRect(x: Int32(margin - shift), y: 0, width: Int32(width - margin), height: Int32(height))
        let isFaded = send(factor)
        return send(margin > 0 ? source : nil) || isFaded
    }

    /// Shows all of the next buffer.
    func reset() { _ = send(nil) }

    /// Destroys the modifier, before the surface is destroyed.
    func destroy() { modifier?.destroy() }

    private func send(_ factor: UInt32) -> Bool {
        guard let modifier, factor != sentFactor else { return false }
        sentFactor = factor
        modifier.setMultiplier(factor: factor)
        return true
    }

    private func send(_ source: PixelRect?) -> Bool {
        guard let viewport, source != sentSource else { return false }
        sentSource = source
        guard let source else {
            viewport.setSource(x: -1, y: -1, width: -1, height: -1)
            return true
        }
        viewport.setSource(
            x: Double(source.x), y: Double(source.y), width: Double(source.width), height: Double(source.height))
        // Some compositors draw only what is damaged.
        surface.damageBuffer(x: source.x, y: source.y, width: source.width, height: source.height)
        return true
    }
}
