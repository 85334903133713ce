public import Canvas
internal import Geometry
public import Icons

extension Icons {
    private static let maximumSide = 2048

    /// The mask (A8) of a built-in icon, scaled to fit and centred. Width and height are buffer pixels. Nil without an
    /// icon of that name, or for a side out of 1 to 2048.
    public static func mask(named name: String, width: Int, height: Int) -> Bitmap? {
        let sides = 1...maximumSide
        guard sides.contains(width), sides.contains(height), let icon = definition(named: name) else { return nil }
        let bitmap = Bitmap(format: .a8, width: width, height: height)
        let side = Double(min(width, height))
        let canvas = Canvas(bitmap: bitmap, scale: side / IconDefinition.side)
        canvas.translate(
            x: (Double(width) - side) / 2 / canvas.scale, y: (Double(height) - side) / 2 / canvas.scale)
        var instructions = icon.makeIterator()
        var layer = canvas.draw(&instructions)
        while let begun = layer {
            if begun == .cutouts {
                canvas.withEraseMode { layer = canvas.draw(&instructions) }
            } else {
                layer = canvas.draw(&instructions)
            }
        }
        return bitmap
    }
}

extension Canvas {
    /// Draws instructions up to the end of their layer, and returns the instruction that begins the next one.
    fileprivate func draw(_ instructions: inout IconDefinition.Iterator) -> IconDefinition.Instruction? {
        var path = Path()
        while let instruction = instructions.next() {
            switch instruction {
            case .move(let x, let y): path.move(to: Point(x: x, y: y))
            case .line(let x, let y): path.line(to: Point(x: x, y: y))
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                path.curve(to: Point(x: x, y: y), control1: Point(x: x1, y: y1), control2: Point(x: x2, y: y2))
            case .close: path.close()
            case .fill: fill(path, with: .color(.black))
            case .stroke(let width): stroke(path, with: .color(.black), width: width)
            case .fillAndStroke(let width):
                fill(path, with: .color(.black))
                stroke(path, with: .color(.black), width: width)
            case .cutouts, .overlay: return instruction
            }
            switch instruction {
            case .fill, .stroke, .fillAndStroke: path = Path()
            default: break
            }
        }
        return nil
    }
}
