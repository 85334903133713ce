import Canvas
import Geometry
import Synchronization
@testable import TabBar

/// A painter whose icons and letters fill their boxes, for one test at a time: it keeps the shadows, which take longest.
private let lock = Mutex(())
private nonisolated(unsafe) let painter = BarPainter(
    icons: { _, side in Bitmap(mask: Array(repeating: 255, count: side * side), width: side, height: side) },
    texts: { run, _ in
        let (width, height) = (max(Int(run.estimatedWidth), 1), Int(run.capHeight) + 1)
        let bitmap = Bitmap(mask: Array(repeating: 255, count: width * height), width: width, height: height)
        return TextMask(bitmap: bitmap, originX: 0, baseline: height, advance: Double(width))
    })

extension Bitmap {
    /// The picture of items over a page, in which icons and letters fill their boxes; a pixel is a logical one.
    convenience init(_ items: some Collection<Scene.Item>, _ size: Size, on page: Color) {
        let whole = Rect(x: 0, y: 0, width: size.width, height: size.height.rounded(.up))
        let layer = Bitmap(format: .argb32, width: Int(whole.width), height: Int(whole.height))
        lock.withLock { _ in
            painter.draw(Scene(items: Array(items)), on: Canvas(bitmap: layer, scale: 1), area: [whole])
        }
        self.init(format: .argb32, width: layer.width, height: layer.height)
        let canvas = Canvas(bitmap: self, scale: 1)
        canvas.fill(whole, page)
        canvas.draw(layer, at: .zero)
    }

    func color(x: Int, y: Int) -> Color { Color(rgb: words[y * width + x] & 0xFFFFFF) }
}
