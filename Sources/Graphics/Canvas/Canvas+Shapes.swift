// SPDX-License-Identifier: MIT

internal import CCairo
public import Geometry

extension Canvas {
    /// Fills a rectangle; `replacing` puts the colour, its alpha too, in the place of what was there.
    public func fill(_ rect: Rect, _ color: Color, replacing: Bool = false) {
        set(color)
        addRectangle(rect)
        if replacing {
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_fill(context)
            cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        } else {
            cairo_fill(context)
        }
    }

    /// Fills a rectangle with a blend.
    public func fill(_ rect: Rect, _ gradient: Gradient) {
        set(gradient)
        addRectangle(rect)
        cairo_fill(context)
    }

    /// Fills the ellipse that touches the four sides of a rectangle.
    public func fillEllipse(in rect: Rect, _ color: Color) {
        guard !rect.isEmpty else { return }
        set(color)
        cairo_save(context)
        cairo_translate(context, rect.center.x, rect.center.y)
        cairo_scale(context, rect.width / 2, rect.height / 2)
        cairo_new_path(context)
        cairo_arc(context, 0, 0, 1, 0, 2 * .pi)
        cairo_restore(context)
        cairo_fill(context)
    }

    /// Fills a rectangle with round corners.
    public func fillRoundedRect(_ rect: Rect, radius: Double, _ color: Color) {
        fill(.roundedRect(rect, radius: radius), with: .color(color))
    }

    /// Fills an outline; `replacing` puts the paint, its transparency too, in the place of what was there.
    public func fill(_ path: Path, with paint: Paint, replacing: Bool = false) {
        set(paint)
        add(path)
        if replacing { cairo_set_operator(context, CAIRO_OPERATOR_SOURCE) }
        cairo_fill(context)
        if replacing { cairo_set_operator(context, CAIRO_OPERATOR_OVER) }
    }

    /// Draws along an outline; corners are round.
    public func stroke(_ path: Path, with paint: Paint, width: Double, cap: LineCap = .round) {
        set(paint)
        add(path)
        stroke(width: width, cap: cap)
    }

    /// Draws a straight line.
    public func strokeLine(from: Point, to: Point, width: Double, _ color: Color, cap: LineCap = .butt) {
        set(color)
        cairo_new_path(context)
        cairo_move_to(context, from.x, from.y)
        cairo_line_to(context, to.x, to.y)
        stroke(width: width, cap: cap)
    }

    /// Draws a part of a circle, clockwise; angles are radians from the trailing side.
    public func strokeArc(
        center: Point, radius: Double, from: Double, to: Double, width: Double, color: Color, roundCaps: Bool = true
    ) {
        strokeArc(
            center: center, radius: radius, from: from, to: to, width: width, with: .color(color),
            cap: roundCaps ? .round : .butt)
    }

    /// Draws a part of a circle with any paint.
    public func strokeArc(
        center: Point, radius: Double, from: Double, to: Double, width: Double, with paint: Paint,
        cap: LineCap = .round
    ) {
        set(paint)
        cairo_new_path(context)
        cairo_arc(context, center.x, center.y, radius, from, to)
        stroke(width: width, cap: cap)
    }

    func add(_ path: Path) {
        cairo_new_path(context)
        for element in path.elements {
            switch element {
            case .move(let point):
                cairo_move_to(context, point.x, point.y)
            case .line(let point):
                cairo_line_to(context, point.x, point.y)
            case .curve(let point, let control1, let control2):
                cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
            case .arc(let center, let radius, let from, let to):
                cairo_arc(context, center.x, center.y, radius, from, to)
            case .close:
                cairo_close_path(context)
            }
        }
    }

    private func stroke(width: Double, cap: LineCap) {
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }

    func set(_ paint: Paint) {
        switch paint {
        case .color(let color): set(color)
        case .gradient(let gradient): set(gradient)
        }
    }

    private func set(_ gradient: Gradient) {
        let pattern: OpaquePointer
        switch gradient.shape {
        case .linear(let from, let to):
            pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
        case .radial(let center, let radius):
            pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
        }
        for stop in gradient.stops {
            let color = stop.color
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
        }
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
    }
}
