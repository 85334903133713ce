package import Geometry

/// A text on a canvas, for tests of layouts.
package struct DrawnText: Equatable, Sendable {
    package var text: String
    /// The bounding box of its glyphs, from the canvas's upper left corner; logical pixels.
    package var box: Rect
    /// True if it ends with an ellipsis.
    package var isCut: Bool
}

extension Canvas {
    /// Notes a text, if texts are collected, with the bounding box of its glyphs in the coordinates of the drawing.
    package func note(_ text: @autoclosure () -> String, ink: @autoclosure () -> Rect, isCut: @autoclosure () -> Bool) {
        guard drawnTexts != nil else { return }
        let ink = ink()
        let from = context.userToDevice(Point(x: ink.x, y: ink.y))
        let to = context.userToDevice(Point(x: ink.maxX, y: ink.maxY))
        let box = Rect(
            x: min(from.x, to.x) / scale, y: from.y / scale, width: abs(to.x - from.x) / scale,
            height: (to.y - from.y) / scale)
        drawnTexts?.append(DrawnText(text: text(), box: box, isCut: isCut()))
    }
}
