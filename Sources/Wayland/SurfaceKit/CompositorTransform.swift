import WaylandProtocols

/// The opacity of a surface and its place in a wider buffer, applied by the compositor with the surface's next commit.
///
/// A compositor too old for alpha-modifier may apply a new source of the viewport only with the next buffer, as sway
/// before 1.10 does; there a surface attaches another ``BufferView`` of the same memory instead.
final class CompositorTransform {
    /// 0…1.
    var opacity = 1.0
    /// The shift of the picture towards the trailing edge, logical pixels.
    var distance = 0.0
    var isRightToLeft = false
    var canFade: Bool { modifier != nil }
    /// True if the viewport's source moves the content, false if another view of the buffer does.
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

    /// The columns of the buffer to attach; nil for all. See ``apply(margin:width:height:scale:)``.
    func columns(margin: Int, width: Int, scale: Double) -> Range<Int>? {
        hasSource ? nil : visible(margin: margin, width: width, scale: scale)
    }

    /// Sends the changes, and returns true if a commit is needed. The width and the height of the buffer, and the
    /// margin before the surface's leading edge, are buffer pixels; the scale is buffer pixels per logical pixel.
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
        // Some compositors draw only damaged areas.
        surface.damageBuffer(x: source.x, y: source.y, width: source.width, height: source.height)
        return true
    }
}
