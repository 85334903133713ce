// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import Glibc

/// The icons of the pages.
enum Symbol: Equatable {
    case box
    case moon
    case breath
    case waves
    case senses
    case note
    case done
    case trash
    case pulse

    /// Draws the symbol in a square.
    func draw(in box: Rect, on canvas: Canvas, color: Color) {
        canvas.withoutMirror(in: box) { drawUpright(in: box, on: canvas, color: color) }
    }

    private func drawUpright(in box: Rect, on canvas: Canvas, color: Color) {
        let side = box.width
        let width = max(side * 0.1, 1.6)
        let center = box.center
        switch self {
        case .box:
            canvas.stroke(
                .roundedRect(box.inset(by: side * 0.06), radius: side * 0.24), with: .color(color), width: width)
        case .moon:
            var moon = Path()
            let radius = side * 0.47
            moon.arc(center: center, radius: radius, from: 0.1, to: 1.6 * .pi - 0.1)
            let end = 1.6 * Double.pi - 0.1
            let top = Point(x: center.x + radius * cos(end), y: center.y + radius * sin(end))
            let (x, y) = (center.x + radius * cos(0.1), center.y + radius * sin(0.1))
            moon.move(to: Point(x: x, y: y))
            moon.curve(
                to: top, control1: Point(x: x - radius * 0.75, y: y + radius * 0.5),
                control2: Point(x: top.x - radius * 0.62, y: top.y + radius * 0.72))
            canvas.stroke(moon, with: .color(color), width: width)
        case .breath:
            for (radius, opacity) in [(0.5, 0.35), (0.34, 0.65), (0.18, 1)] {
                canvas.fill(.circle(center: center, radius: side * radius), with: .color(color.opacity(opacity)))
            }
        case .waves:
            for row in 0..<2 {
                let y = box.y + side * (0.33 + 0.34 * Double(row))
                let points = (0...8).map { step in
                    Point(x: box.x + side * Double(step) / 8, y: y - sin(Double(step) / 8 * 2 * .pi) * side * 0.13)
                }
                canvas.stroke(.smooth(through: points), with: .color(color), width: width)
            }
        case .senses:
            for index in 0..<5 {
                let angle = -0.5 * Double.pi + Double(index) * 0.4 * .pi
                let dot = Point(x: center.x + side * 0.38 * cos(angle), y: center.y + side * 0.38 * sin(angle))
                canvas.fill(.circle(center: dot, radius: side * 0.11), with: .color(color))
            }
        case .note:
            for (row, fraction) in [1, 1, 0.55].enumerated() {
                let y = box.y + side * (0.16 + 0.34 * Double(row))
                canvas.strokeLine(
                    from: Point(x: box.x, y: y), to: Point(x: box.x + side * fraction, y: y), width: width, color,
                    cap: .round)
            }
        case .done:
            var tick = Path()
            tick.move(to: Point(x: box.x + side * 0.08, y: box.y + side * 0.54))
            tick.line(to: Point(x: box.x + side * 0.38, y: box.y + side * 0.84))
            tick.line(to: Point(x: box.x + side * 0.94, y: box.y + side * 0.2))
            canvas.stroke(tick, with: .color(color), width: width * 1.2)
        case .pulse:
            var line = Path()
            let steps = [(0.0, 0.5), (0.26, 0.5), (0.42, 0.12), (0.6, 0.88), (0.74, 0.5), (1, 0.5)]
            for (index, (x, y)) in steps.enumerated() {
                let point = Point(x: box.x + side * x, y: box.y + side * y)
                if index == 0 { line.move(to: point) } else { line.line(to: point) }
            }
            canvas.stroke(line, with: .color(color), width: width)
        case .trash:
            let lid = box.y + side * 0.2
            canvas.strokeLine(
                from: Point(x: box.x + side * 0.04, y: lid), to: Point(x: box.maxX - side * 0.04, y: lid),
                width: width, color, cap: .round)
            canvas.strokeLine(
                from: Point(x: center.x - side * 0.14, y: box.y + side * 0.04),
                to: Point(x: center.x + side * 0.14, y: box.y + side * 0.04), width: width, color, cap: .round)
            var can = Path()
            can.move(to: Point(x: box.x + side * 0.16, y: lid))
            can.line(to: Point(x: box.x + side * 0.23, y: box.maxY))
            can.line(to: Point(x: box.maxX - side * 0.23, y: box.maxY))
            can.line(to: Point(x: box.maxX - side * 0.16, y: lid))
            canvas.stroke(can, with: .color(color), width: width)
        }
    }
}
