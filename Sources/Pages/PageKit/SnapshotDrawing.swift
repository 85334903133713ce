import Canvas
import Geometry

/// A drawing of a large snapshot in bands, one per turn of the event loop.
struct SnapshotDrawing {
    /// The size of a band, buffer pixels: drawing one takes less than a quarter of a frame.
    private static let bandArea = 1_000_000

    /// The image, complete after the last band.
    let bitmap: Bitmap
    private let time: UInt64
    private let withBackground: Bool
    private let count: Int
    private var band = 0

    /// Returns the number of bands of an image; its sides are buffer pixels.
    static func bands(width: Int, height: Int) -> Int {
        max(min((width * height + bandArea / 2) / bandArea, height), 1)
    }

    /// Begins a drawing of a page at a time; nil for an image small enough to draw at once.
    init?(_ host: PageHost, at time: UInt64, withBackground: Bool) {
        let (size, scale) = (host.context.size, host.context.scale)
        count = Self.bands(width: Int(size.width * scale), height: Int(size.height * scale))
        guard count > 1 else { return nil }
        bitmap = host.emptySnapshot
        (self.time, self.withBackground) = (time, withBackground)
    }

    mutating func drawBand(of host: PageHost) -> Bool {
        let canvas = Canvas(bitmap: bitmap, scale: host.context.scale)
        let (top, bottom) = (bitmap.height * band / count, bitmap.height * (band + 1) / count)
        let area = Rect(
            x: 0, y: Double(top) / canvas.scale, width: host.context.size.width,
            height: Double(bottom - top) / canvas.scale)
        canvas.withClip(to: [area]) { host.drawSnapshot(on: canvas, at: time, withBackground: withBackground) }
        band += 1
        return band == count
    }
}
