import BarGeometry
import Geometry
import ShellModel

extension BarSceneBuilder {
    /// The thickness of the ring's lines, logical px. The outer one, within the tab, has the area of a
    /// line of 2 px around it: WCAG 2.2, success criterion 2.4.13.
    private static let focusLines = (outer: 3.0, inner: 2.0)
    private static let focusRadius = 10.0

    mutating func addFocusRing() {
        guard let focus = model.content.focus, focus.action == nil, !model.content.isMinimized,
            let index = model.tabs.firstIndex(where: { $0.id == focus.tab })
        else { return }
        if model.tabs[index].isProminent {
            let disc = layout.button(index)
            addFocusRing(on: disc.inset(by: -roomAround(disc)), radius: .infinity, over: palette[.page])
        } else if let rect = content(of: index).intersection(layout.bar) {
            addFocusRing(on: rect.inset(by: 1), radius: Self.focusRadius, over: ground)
        }
    }

    /// The area of a tab's target, icon and indicator.
    private func content(of index: Int) -> Rect {
        let target = layout.visibleTarget(index)
        let margin = Self.focusLines.outer + 2 * Self.focusLines.inner
        var marks = layout.icon(index, selectionProgress: 1)
        if look.indicator.shape != .none { marks = marks.union(layout.indicator(at: Double(index))) }
        // A tab at the end of a row that does not fit is cut off with its content.
        guard layout.scrolledRow == nil else { return target }
        return target.union(marks.inset(by: -margin))
    }

    /// The part of the surface around a disc that the ring may use: it stands out as far as the surface reaches.
    private func roomAround(_ disc: Rect) -> Double {
        let bar = layout.bar
        let overhang =
            switch look.bar.position {
            case .bottom: bar.y - disc.y
            case .top: disc.maxY - bar.maxY
            case .left: disc.maxX - bar.maxX
            case .right: bar.x - disc.x
            }
        return min(max(look.topOverflow - max(overhang, 0), 0), Self.focusLines.outer + Self.focusLines.inner)
    }

    mutating func addFocusRing(around disc: Rect) {
        let rect = disc.inset(by: -Self.focusLines.outer - Self.focusLines.inner)
        addFocusRing(on: rect, radius: .infinity, over: palette[.dim].drawn(on: palette[.page]))
    }

    private var ground: Color { palette[.background].drawn(on: palette[.page]) }

    /// Adds a ring of two lines, black and white: the outer one has the higher contrast to the covered colour, and the two
    /// have the highest to each other, whatever is beside them.
    private mutating func addFocusRing(on rect: Rect, radius: Double, over covered: Color) {
        let outer = covered.contrastingInk
        let line = Self.focusLines
        let rect = Rect(
            x: aligned(rect.x), y: aligned(rect.y), width: (rect.width * scale).rounded(.down) / scale,
            height: (rect.height * scale).rounded(.down) / scale)
        let radius = min(radius, rect.width / 2, rect.height / 2)
        items.append(.ring(rect, radius: radius, width: line.outer, outer))
        items.append(
            .ring(
                rect.inset(by: line.outer), radius: max(radius - line.outer, 0), width: line.inner,
                outer == .black ? .white : .black))
    }
}
