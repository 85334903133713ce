import RasterClient
import Canvas
import Geometry
import Icons
import PangoText

/// A picture of all built-in icons, outlined and filled, with names.
struct IconSheet {
    private static let columns = 9
    private static let cell = Size(width: 142, height: 92)
    private static let iconSide = 48.0
    private static let ink = Color(rgb: 0x302E44)

    func bitmap() -> Bitmap {
        let icons = Icons.outlines
        let rows = (icons.count + Self.columns - 1) / Self.columns
        let size = Size(width: Double(Self.columns) * Self.cell.width, height: Double(rows) * Self.cell.height)
        let bitmap = Bitmap(format: .argb32, width: Int(size.width), height: Int(size.height))
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        canvas.fill(Rect(x: 0, y: 0, width: size.width, height: size.height), .white)
        for (index, icon) in icons.enumerated() {
            let origin = Point(
                x: Double(index % Self.columns) * Self.cell.width, y: Double(index / Self.columns) * Self.cell.height)
            draw(icon, at: origin, on: canvas)
        }
        return bitmap
    }

    private func draw(_ icon: String, at origin: Point, on canvas: Canvas) {
        let side = Int(Self.iconSide)
        let masks = [icon, icon + ".fill"].compactMap { Icons.mask(named: $0, width: side, height: side) }
        let gap = 8.0
        let width = Double(masks.count) * (Self.iconSide + gap) - gap
        for (index, mask) in masks.enumerated() {
            let x = origin.x + (Self.cell.width - width) / 2 + Double(index) * (Self.iconSide + gap)
            canvas.mask(mask, at: Point(x: x.rounded(), y: origin.y + 12), color: Self.ink)
        }
        let style = TextStyle(size: 12, color: Self.ink)
        let name = TextLayout(icon, style: style)
        name.draw(
            on: canvas,
            at: Point(x: (origin.x + (Self.cell.width - name.size.width) / 2).rounded(), y: origin.y + 66))
    }
}
