import Canvas
import Geometry
import Glibc

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

    func draw(in box: Rect, on canvas: Canvas, color: Color) {
        canvas.withoutMirror(in: box) { drawUpright(in: box, on: canvas, color: color) }
    }

    private func drawUpright(in box: Rect, on canvas: Canvas, color: Color) {
        let side = box.width
        let width = max(side * 0.1, 1.6)
        let center = box.center
        /// The point at fractions of the square.
        func at(_ x: Double, _ y: Double) -> Point { Point(x: box.x + side * x, y: box.y + side * y) }
        func stroke(_ points: Point..., factor: Double = 1) {
            var path = Path(through: points[0])
            for point in points.dropFirst() { path.line(to: point) }
            canvas.stroke(path, with: .color(color), width: width * factor)
        }
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
                let y = 0.16 + 0.34 * Double(row)
                stroke(at(0, y), at(fraction, y))
            }
        case .done:
            stroke(at(0.08, 0.54), at(0.38, 0.84), at(0.94, 0.2), factor: 1.2)
        case .pulse:
            stroke(at(0, 0.5), at(0.26, 0.5), at(0.42, 0.12), at(0.6, 0.88), at(0.74, 0.5), at(1, 0.5))
        case .trash:
            // The lid, its handle and the can.
            stroke(at(0.04, 0.2), at(0.96, 0.2))
            stroke(at(0.36, 0.04), at(0.64, 0.04))
            stroke(at(0.16, 0.2), at(0.23, 1), at(0.77, 1), at(0.84, 0.2))
        }
    }
}
