public import Geometry
import ShellModel

/// The title of a tab under a pointer, beside the bar.
extension BarModel {
    /// Lengths in logical px. A title wider than the maximum ends with an ellipsis.
    private static let tooltip = (size: 13.0, padding: Size(width: 10, height: 6), gap: 8.0, maximum: 240.0)

    private var tooltipHeight: Double {
        (Self.tooltip.size * effectiveTextScale * 1.2).rounded(.up) + 2 * Self.tooltip.padding.height
    }

    /// The depth of a tooltip's surface, which lies over the bar's along the same edge.
    public func tooltipDepth(screen: Size?) -> Double {
        guard let look = look(on: screen) else { return 0 }
        let card = look.bar.position.isSide ? Self.tooltip.maximum + 2 * Self.tooltip.padding.width : tooltipHeight
        return look.surfaceHeight + Self.tooltip.gap + card
    }

    /// The tooltip of a target; empty unless it is a tab of which the bar's scene shows no title, or a part of it.
    ///
    /// - Parameter barSize: the size of the bar's surface.
    public func tooltipScene(
        of target: BarPart.Target, in bar: Scene, _ barSize: Size, size: Size, screen: Size? = nil, at time: UInt64,
        measure: TextMeasure = { _ in nil }
    ) -> Scene {
        guard case .tab = target, let title = content(of: target)?.title, !bar.showsWhole(title),
            let look = look(on: screen), let part = bar.parts.first(where: { $0.target == target })?.rect
        else { return .empty }
        let (style, edge) = (Self.tooltip, look.bar.position)
        var run = run(title, look, weight: 500, size: style.size)
        let widest = min(style.maximum, size.width - 2 * (style.gap + style.padding.width))
        if run.width(measure) > widest { run.maximumWidth = max(widest, 1) }
        let width = run.width(measure).rounded(.up) + 1 + 2 * style.padding.width
        // Both surfaces end at the same edge; a rail's is below anything along the upper one.
        var center = part.offset(
            x: edge == .right ? size.width - barSize.width : 0, y: edge == .top ? 0 : size.height - barSize.height
        ).center
        let inward = edge.outward(-style.gap)
        center.x += inward.x / style.gap * ((part.width + width) / 2 + style.gap)
        center.y += inward.y / style.gap * ((part.height + tooltipHeight) / 2 + style.gap)
        let reach = width / 2 + style.gap
        center.x = max(min(center.x, size.width - reach), reach)
        let card = Rect(
            x: (center.x - width / 2).rounded(), y: (center.y - tooltipHeight / 2).rounded(), width: width,
            height: tooltipHeight)
        let ground = color(.menuLabelGround, at: time)
        return Scene(items: [
            .rounded(card, radius: style.gap, top: ground, bottom: ground),
            .text(run, in: card, anchor: .center, color(.menuLabel, at: time)),
        ])
    }
}
