// SPDX-License-Identifier: MIT
import WaylandProtocols

/// The opacity of a surface and its place in a wider buffer. The compositor applies both, so a picture that fades or moves
/// is not drawn again.
///
/// Changes take effect with the surface's next commit. A compositor that is too old for alpha-modifier may show another
/// source of the viewport with the next buffer only, as sway before 1.10 does; there a surface attaches another
/// ``BufferView`` of the same memory instead.
final class CompositorTransform {
    /// 0…1.
    var opacity = 1.0
    /// The distance by which the picture is moved towards the trailing edge, logical pixels.
    var distance = 0.0
    /// True if the trailing edge is the left one.
    var isRightToLeft = false
    /// True if the compositor has alpha-modifier.
    var canFade: Bool { modifier != nil }
    /// True if the content is moved by the viewport's source, false if by another view of the buffer.
    private var hasSource: Bool { viewport != nil && modifier != nil }

    private let surface: WlSurface
    private let viewport: WpViewport?
    private let modifier: WpAlphaModifierSurfaceV1?
    private var sentFactor = UInt32.max
    private var sentSource: PixelRect?

    init(of surface: WlSurface, viewport: WpViewport?, globals: Globals) {
        self.surface = surface
        self.viewport = viewport
        modifier = globals[WpAlphaModifierV1.self]?.getSurface(surface: surface)
    }

    /// The columns of the buffer to attach; nil for all. The parameters are those of
    /// ``apply(margin:width:height:scale:)``.
    func columns(margin: Int, width: Int, scale: Double) -> Range<Int>? {
        hasSource ? nil : visible(margin: margin, width: width, scale: scale)
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
        let isFaded = send(UInt32((min(max(opacity, 0), 1) * Double(UInt32.max)).rounded()))
        guard hasSource else { return isFaded }
        let source = visible(margin: margin, width: width, scale: scale).map {
            PixelRect(x: Int32($0.lowerBound), y: 0, width: Int32($0.count), height: Int32(height))
        }
        return send(source) || isFaded
    }

    private func visible(margin: Int, width: Int, scale: Double) -> Range<Int>? {
        guard margin > 0 else { return nil }
        let moved = min(max(Int((distance * scale).rounded()), 0), margin)
        let first = isRightToLeft ? moved : margin - moved
        return first..<first + width - margin
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
