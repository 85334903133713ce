// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit
internal import Pages

/// Something on a page that can be pressed, and where it is in the page's content.
struct Control<Target: Equatable>: Equatable {
    var target: Target
    var area: Rect
    var radius: Double
    /// Whether it stays where it is while the content scrolls.
    var isFixed = false

    init(_ target: Target, _ area: Rect, radius: Double, isFixed: Bool = false) {
        self.target = target
        self.area = area
        self.radius = radius
        self.isFixed = isFixed
    }

    /// Where a finger may press it: never less than 44 wide and high.
    var touchArea: Rect {
        area.inset(x: min(area.width - 44, 0) / 2, y: min(area.height - 44, 0) / 2)
            .union(area)
    }
}

extension Array {
    /// The control at a point of the page, while so much is scrolled away; of two the later one.
    func target<Target>(at point: Point, offset: Double) -> Target? where Element == Control<Target> {
        func place(_ control: Control<Target>) -> Point {
            control.isFixed ? point : Point(x: point.x, y: point.y + offset)
        }
        let exact = last { $0.area.contains(place($0)) }
        return (exact ?? last { $0.touchArea.contains(place($0)) })?.target
    }
}

/// What has the keyboard's focus. It is shown from the first key on until a finger or a pointer presses something.
struct Focus<Target: Equatable> {
    private(set) var target: Target?

    /// Goes to the next or the previous of the controls, round and round.
    mutating func move(_ key: PageKey, among controls: [Control<Target>]) -> Control<Target>? {
        guard !controls.isEmpty else { return nil }
        let isForward = key == .tab || key == .right || key == .down
        let current = controls.firstIndex { $0.target == target }
        let index =
            switch current {
            case nil: isForward ? 0 : controls.count - 1
            case .some(let index): (index + (isForward ? 1 : controls.count - 1)) % controls.count
            }
        target = controls[index].target
        return controls[index]
    }

    /// Goes to one of them.
    mutating func set(_ target: Target) { self.target = target }

    mutating func clear() { target = nil }
}

extension PagePainter {
    /// The ring round what has the focus.
    func focusRing<Target>(_ control: Control<Target>, on canvas: Canvas, theme: Theme) {
        let area = control.area.inset(by: -3)
        canvas.stroke(
            .roundedRect(area, radius: min(control.radius + 3, area.height / 2)), with: .color(theme.accentText),
            width: 2.5)
    }
}
