internal import Cairo
public import Geometry

extension Canvas {
    /// Fills a rectangle; `replacing` replaces the pixels, alpha included, instead of blending over them.
    public func fill(_ rect: Rect, _ color: Color, replacing: Bool = false) {
        context.setSource(color)
        context.addRectangle(rect)
        fillPath(replacing: replacing)
    }

    public func fill(_ rect: Rect, _ gradient: Gradient) {
        set(.gradient(gradient))
        context.addRectangle(rect)
        context.fill()
    }

    public func fillEllipse(in rect: Rect, _ color: Color) {
        guard !rect.isEmpty else { return }
        context.setSource(color)
        withSavedState {
            context.translate(x: rect.center.x, y: rect.center.y)
            context.scale(x: rect.width / 2, y: rect.height / 2)
            context.newPath()
            context.arc(center: .zero, radius: 1, from: 0, to: 2 * .pi)
        }
        context.fill()
    }

    public func fillRoundedRect(_ rect: Rect, radius: Double, _ color: Color) {
        fill(.roundedRect(rect, radius: radius), with: .color(color))
    }

    /// Fills a path; `replacing` replaces the pixels, alpha included, instead of blending over them.
    public func fill(_ path: Path, with paint: Paint, replacing: Bool = false) {
        set(paint)
        add(path)
        fillPath(replacing: replacing)
    }

    /// Strokes a path with round ends and joins.
    public func stroke(_ path: Path, with paint: Paint, width: Double) {
        set(paint)
        add(path)
        context.stroke(width: width)
    }

    /// Strokes an arc, clockwise; angles are radians from the trailing side.
    public func strokeArc(
        center: Point, radius: Double, from: Double, to: Double, width: Double, color: Color
    ) {
        strokeArc(center: center, radius: radius, from: from, to: to, width: width, with: .color(color))
    }

    public func strokeArc(
        center: Point, radius: Double, from: Double, to: Double, width: Double, with paint: Paint
    ) {
        var path = Path()
        path.arc(center: center, radius: radius, from: from, to: to)
        stroke(path, with: paint, width: width)
    }

    func add(_ path: Path) {
        context.newPath()
        for element in path.elements {
            switch element {
            case .move(let point): context.move(to: point)
            case .line(let point): context.line(to: point)
            case .curve(let point, let control1, let control2):
                context.curve(to: point, control1: control1, control2: control2)
            case .arc(let center, let radius, let from, let to):
                context.arc(center: center, radius: radius, from: from, to: to)
            case .close: context.closePath()
            }
        }
    }

    func set(_ paint: Paint) {
        switch paint {
        case .color(let color): context.setSource(color)
        case .gradient(let gradient):
            context.setSource(from: gradient.from, to: gradient.to, stops: gradient.stops.map { ($0.offset, $0.color) })
        }
    }

    private func fillPath(replacing: Bool) {
        if replacing { with(.source) { context.fill() } } else { context.fill() }
    }
}
