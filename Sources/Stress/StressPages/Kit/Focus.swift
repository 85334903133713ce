// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit

/// A control of a page and its area in the page's content.
struct Control<Target: Equatable>: Equatable {
    var target: Target
    var area: Rect
    var radius: Double
    /// True if it does not scroll with the content.
    var isFixed = false

    init(_ target: Target, _ area: Rect, radius: Double, isFixed: Bool = false) {
        self.target = target
        self.area = area
        self.radius = radius
        self.isFixed = isFixed
    }

    /// The area in which a touch hits it: at least 44 × 44 logical px.
    var touchArea: Rect {
        area.inset(x: min(area.width - 44, 0) / 2, y: min(area.height - 44, 0) / 2)
            .union(area)
    }
}

extension Array {
    /// The target at a point of the page at a scroll offset; of two overlapping controls, the later one.
    func target<Target>(at point: Point, offset: Double) -> Target? where Element == Control<Target> {
        func contentPoint(_ control: Control<Target>) -> Point {
            control.isFixed ? point : Point(x: point.x, y: point.y + offset)
        }
        let exact = last { $0.area.contains(contentPoint($0)) }
        return (exact ?? last { $0.touchArea.contains(contentPoint($0)) })?.target
    }
}

/// The keyboard focus. It is visible from the first key until the next touch or click.
struct Focus<Target: Equatable> {
    private(set) var target: Target?

    /// Moves to the next or the previous control, cyclically.
    mutating func move(_ key: PageKey, among controls: [Control<Target>]) -> Control<Target>? {
        guard !controls.isEmpty else { return nil }
        let isForward = key == .tab || key == .right || key == .down
        let current = controls.firstIndex { $0.target == target }
        let step = isForward ? 1 : controls.count - 1
        let index = current.map { ($0 + step) % controls.count } ?? (isForward ? 0 : controls.count - 1)
        target = controls[index].target
        return controls[index]
    }

    /// Moves to a control.
    mutating func set(_ target: Target) { self.target = target }

    mutating func clear() { target = nil }
}

extension PagePainter {
    /// Draws the ring around the focused control.
    func focusRing<Target>(_ control: Control<Target>, on canvas: Canvas, theme: Theme) {
        let area = control.area.inset(by: -3)
        canvas.stroke(
            .roundedRect(area, radius: min(control.radius + 3, area.height / 2)), with: .color(theme.accentText),
            width: 2.5)
    }
}
