import Canvas
import Geometry
import PageKit
import PangoText

extension PageContext {
    /// The factor of the text size, limited by the room on the pages.
    var limitedTextScale: Double { min(max(textScale, 0.8), 3) }

    /// A column in the middle of the safe area, as high as it.
    func column(width: Double) -> Rect {
        let free = safeArea
        return Rect(x: (free.x + (free.width - width) / 2).rounded(), y: free.y, width: width, height: free.height)
    }
}

extension TextLayout {
    func draw(on canvas: Canvas, centeredIn frame: Rect, opacity: Double = 1) {
        draw(
            on: canvas, at: Point(x: frame.center.x - size.width / 2, y: frame.center.y - size.height / 2),
            opacity: opacity)
    }
}

extension Canvas {
    /// Draws an icon in a colour, once it is loaded.
    func draw(_ icon: String, from pictures: IconPictures, in frame: Rect, _ color: Color) {
        guard let picture = pictures(icon, Int((frame.width * scale).rounded())) else { return }
        draw(icon: picture, at: frame.origin, color: color, snapped: true)
    }
}
