import BarGeometry
import Geometry
import Motion
import ShellModel

extension BarModel {
    /// Returns the coordinate along the bar's edge of the indicator, logical px of the surface; nil if the selection
    /// cannot be dragged: the row scrolls, the bar is minimized, or it has fewer than two pages.
    public func dragOrigin(width: Double, height: Double = 0, screen: Size? = nil, at time: UInt64) -> Double? {
        guard let stops = dragStops(width: width, height: height, screen: screen) else { return nil }
        let position = motion.indicator.value(at: time)
        let next = stops.firstIndex { $0.index > position } ?? stops.count - 1
        let (lower, upper) = (stops[max(next - 1, 0)], stops[max(next, 1)])
        let fraction = (position - lower.index) / (upper.index - lower.index)
        let coordinate = lower.coordinate + fraction * (upper.coordinate - lower.coordinate)
        return placed(coordinate, width: width, screen: screen)
    }

    /// Returns the position among the pages of a coordinate along the bar's edge; beyond the first and the last page
    /// the finger has a resistance. Nil as ``dragOrigin(width:height:screen:at:)``.
    public func dragPosition(
        at coordinate: Double, width: Double, height: Double = 0, screen: Size? = nil
    ) -> Double? {
        guard let stops = dragStops(width: width, height: height, screen: screen) else { return nil }
        let coordinate = placed(coordinate, width: width, screen: screen)
        let next = min(max(stops.firstIndex { $0.coordinate > coordinate } ?? stops.count - 1, 1), stops.count - 1)
        let (lower, upper) = (stops[next - 1].coordinate, stops[next].coordinate)
        let position = Double(next - 1) + (coordinate - lower) / (upper - lower)
        return position.resisted(beyond: 0...Double(stops.count - 1))
    }

    /// The pages between which the selection is dragged, in the order of the bar.
    public var dragPages: [TabID] { tabs.filter { $0.role == .page }.map(\.id) }

    /// Converts a coordinate between the layout and the surface, in either direction.
    private func placed(_ coordinate: Double, width: Double, screen: Size?) -> Double {
        isRightToLeft && look(on: screen)?.bar.position.isSide == false ? width - coordinate : coordinate
    }

    /// The index in the row and the coordinate of each page along the bar's edge, from the leading end.
    private func dragStops(width: Double, height: Double, screen: Size?) -> [(index: Double, coordinate: Double)]? {
        guard let look = leadingLook(on: screen), !isMinimized, !isMotionReduced else { return nil }
        let layout = layout(look, width: width, height: height)
        let pages = tabs.indices.filter { tabs[$0].role == .page }
        guard layout.scrolledRow == nil, pages.count > 1 else { return nil }
        return pages.map { (Double($0), look.bar.position.along(layout.targets[$0].center)) }
    }

    /// Moves the selection with a finger, or releases it towards a tab; true if it settles on the selected one.
    mutating func follow(_ state: ShellState) -> Bool {
        guard let next = state.drag, next != drag, let selection = state.selection,
            next.acceptedAt >= selection.acceptedAt, let from = position(of: next.from), let to = position(of: next.to)
        else { return false }
        drag = next
        let position = from + next.progress * (to - from)
        motion.indicator.jump(to: position)
        for tab in tabs { motion.selectionProgress[tab.id]?.jump(to: next.share(of: tab.id)) }
        guard let release = next.release, let target = self.position(of: release.tab) else { return false }
        let timing = timing(release.transition)
        motion.indicator.animate(
            to: target, from: next.acceptedAt, with: timing, velocity: release.velocity * (to - from))
        for tab in tabs {
            motion.selectionProgress[tab.id]?.animate(
                to: tab.id == release.tab ? 1 : 0, from: next.acceptedAt, with: timing,
                velocity: next.shareVelocity(of: tab.id))
        }
        motion.scrollRow(to: target, from: next.acceptedAt, with: timing)
        return release.tab == selection.tab
    }
}
