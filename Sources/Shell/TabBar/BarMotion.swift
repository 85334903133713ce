import Motion
import ShellModel

struct BarMotion: Equatable, Sendable {
    /// For each tab the fraction between not selected (0) and selected (1).
    var selectionProgress: [TabID: AnimatedValue] = [:]
    /// For each tab the bounce of its icon; missing until it is selected.
    var bounces: [TabID: Bounce] = [:]
    /// For each target the fraction between released (0) and pressed (1).
    var pressProgress: [BarPart.Target: AnimatedValue] = [:]
    /// For each target the fraction between no pointer over it (0) and one (1).
    var hoverProgress: [BarPart.Target: AnimatedValue] = [:]
    /// For each tab the fraction between no badge (0) and a badge (1).
    var badges: [TabID: AnimatedValue] = [:]
    /// For each tab the fraction of its button's rotation, 0…1.
    var buttonRotation: [TabID: AnimatedValue] = [:]
    /// The position of the sliding indicator, as an index of the row.
    var indicator = AnimatedValue(0)
    /// The position to which a selection scrolls a row that does not fit, as an index of the row.
    var selectedPosition = AnimatedValue(0)
    /// The row's scrolling by a finger since the last selection.
    var rowScroll: RowScroll?
    /// The length by which a finger had pulled the row beyond an end before the last selection.
    var leftOverscroll = AnimatedValue(0)
    /// 0 is light, 1 is dark.
    var darkFraction = AnimatedValue(0)
    /// The fraction between expanded (0) and minimized (1).
    var minimizeProgress = AnimatedValue(0)
    var menuDim = AnimatedValue(0)
    /// For each of the menu's actions, from the nearest on, the fraction of its appearance, 0…1.
    var actions: [AnimatedValue] = []
    var largeContentOpacity = AnimatedValue(0)

    /// The position to which a row that does not fit is scrolled, as an index of the row.
    func rowPosition(at time: UInt64) -> Double { rowScroll?.position(at: time) ?? selectedPosition.value(at: time) }

    /// The length by which the row is pulled beyond its leading (negative) or trailing end, logical px.
    func overscroll(at time: UInt64) -> Double { rowScroll?.overscroll(at: time) ?? leftOverscroll.value(at: time) }

    /// Scrolls a row that does not fit to a selected tab, from where a finger has left it.
    mutating func scrollRow(to position: Double, from start: UInt64, with timing: Timing) {
        if let scroll = rowScroll {
            selectedPosition.jump(to: scroll.position(at: start))
            leftOverscroll.jump(to: scroll.overscroll(at: start))
            rowScroll = nil
        }
        selectedPosition.animate(to: position, from: start, with: timing)
        leftOverscroll.animate(to: 0, from: start, with: timing)
    }

    func isAnimating(at time: UInt64) -> Bool {
        indicator.isMoving(at: time) || selectedPosition.isMoving(at: time) || leftOverscroll.isMoving(at: time)
            || rowScroll?.scroller.isMoving(at: time) == true || darkFraction.isMoving(at: time)
            || minimizeProgress.isMoving(at: time) || bounces.values.contains { $0.isMoving(at: time) }
            || [selectionProgress, badges, buttonRotation].contains { $0.values.contains { $0.isMoving(at: time) } }
            || [pressProgress, hoverProgress].contains { $0.values.contains { $0.isMoving(at: time) } }
    }

    func isMenuAnimating(at time: UInt64) -> Bool {
        menuDim.isMoving(at: time) || actions.contains { $0.isMoving(at: time) } || darkFraction.isMoving(at: time)
            || buttonRotation.values.contains { $0.isMoving(at: time) }
            || [pressProgress, hoverProgress].contains { $0.values.contains { $0.isMoving(at: time) } }
    }
}
