import Canvas
import Geometry
import SurfaceKit

/// The images of cursors, for compositors without cursor-shape: white, on a slightly larger dark outline.
extension CursorShape {
    private static let outline = Color(rgb: 0x302E44)

    var image: CursorImage {
        let bitmap = Bitmap(format: .argb32, width: 24, height: 24)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        switch self {
        case .default:
            Self.drawArrow(on: canvas)
            return CursorImage(width: 24, height: 24, pixels: bitmap.words, hotspotX: 3, hotspotY: 2)
        case .pointer:
            Self.drawHand(on: canvas)
            return CursorImage(width: 24, height: 24, pixels: bitmap.words, hotspotX: 10, hotspotY: 2)
        }
    }

    private static func drawArrow(on canvas: Canvas) {
        var arrow = Path()
        let corners = [(3, 2), (3, 18), (7, 14.5), (9.5, 20.5), (12, 19.5), (9.5, 13.5), (15, 13.5)].map {
            Point(x: $0.0, y: $0.1)
        }
        arrow.move(to: corners[0])
        for corner in corners.dropFirst() { arrow.line(to: corner) }
        arrow.close()
        canvas.stroke(arrow, with: .color(outline), width: 2.5)
        canvas.fill(arrow, with: .color(.white))
    }

    /// Draws a finger, three knuckles and a palm, as rounded boxes.
    private static func drawHand(on canvas: Canvas) {
        let parts = [
            Rect(x: 8, y: 2, width: 4, height: 14), Rect(x: 11, y: 8, width: 4, height: 9),
            Rect(x: 14, y: 9, width: 4, height: 8), Rect(x: 17, y: 10, width: 3.5, height: 8),
            Rect(x: 4.5, y: 11, width: 5, height: 4), Rect(x: 7, y: 12, width: 13.5, height: 10),
        ]
        for part in parts { canvas.fillRoundedRect(part.inset(by: -1), radius: 3, outline) }
        for part in parts { canvas.fillRoundedRect(part, radius: 2, .white) }
    }
}
