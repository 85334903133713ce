// SPDX-License-Identifier: MIT

public import Canvas
internal import Geometry
public import Icons

extension Icons {
    /// The longest side of a mask, in buffer pixels.
    private static let maximumSide = 2048

    /// The mask (A8) of a built-in icon, drawn at once, scaled to fit and centred. Width and height are buffer pixels.
    ///
    /// Nil when there is no icon of that name, or a side is not 1 to 2048.
    public static func mask(named name: String, width: Int, height: Int) -> Bitmap? {
        let sides = 1...maximumSide
        guard sides.contains(width), sides.contains(height), let picture = picture(named: name) else { return nil }
        let bitmap = Bitmap(format: .a8, width: width, height: height)
        let side = Double(min(width, height))
        let canvas = Canvas(bitmap: bitmap, scale: side / IconDefinition.side)
        canvas.translate(
            x: (Double(width) - side) / 2 / canvas.scale, y: (Double(height) - side) / 2 / canvas.scale)
        picture.draw(on: canvas)
        return bitmap
    }
}

extension IconDefinition {
    fileprivate func draw(on canvas: Canvas) {
        for part in parts { part.draw(on: canvas) }
        canvas.erase {
            for part in cut { part.draw(on: canvas) }
        }
        for part in over { part.draw(on: canvas) }
    }
}

extension IconPart {
    /// A part whose path data are malformed is not drawn.
    fileprivate func draw(on canvas: Canvas) {
        guard let path = shape.path else { return }
        if isFilled { canvas.fill(path, with: .color(.black)) }
        if let lineWidth { canvas.stroke(path, with: .color(.black), width: lineWidth) }
    }
}

extension IconPart.Shape {
    fileprivate var path: Path? {
        switch self {
        case .path(let data):
            Path(svg: data)
        case .circle(let x, let y, let radius):
            .quarters(center: Point(x: x, y: y), radius: radius)
        case .rect(let x, let y, let width, let height, let radius):
            .roundedRect(Rect(x: x, y: y, width: width, height: height), radius: radius)
        }
    }
}

extension Path {
    /// A circle in four quarters. Of a small circle in one cairo makes two curves, which is a tenth of a pixel off.
    fileprivate static func quarters(center: Point, radius: Double) -> Path {
        var path = Path()
        for quarter in 0..<4 {
            let start = Double(quarter) * .pi / 2
            path.arc(center: center, radius: radius, from: start, to: start + .pi / 2)
        }
        path.close()
        return path
    }
}
