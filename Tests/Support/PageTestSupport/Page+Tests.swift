import Canvas
import Geometry
import PageKit

extension Page {
    /// Presses and releases at one position.
    public func tap(_ point: Point, _ context: PageContext, at now: UInt64) -> PageReaction {
        _ = pointer(.press(point), context: context, now: now)
        return pointer(.release(point), context: context, now: now)
    }

    /// Takes the page from the front, as its host does.
    public func leave(at now: UInt64) {
        interaction.stop(now: now)
        disappeared(now: now)
    }

    package func texts(_ context: PageContext, at now: UInt64) -> [DrawnText] {
        let bitmap = Bitmap(format: .argb32, width: Int(context.size.width), height: Int(context.size.height))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        canvas.drawnTexts = []
        drawFull(on: canvas, context: context, now: now)
        return canvas.drawnTexts ?? []
    }

    /// The rendered page, as bytes.
    public func picture(_ context: PageContext, at now: UInt64, clip: Rect? = nil, over: Bitmap? = nil) -> [UInt8] {
        let bitmap =
            over ?? Bitmap(format: .argb32, width: Int(context.size.width), height: Int(context.size.height))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        if let clip {
            canvas.withClip(to: [clip]) { drawFull(on: canvas, context: context, now: now) }
        } else {
            drawFull(on: canvas, context: context, now: now)
        }
        return bitmap.packedRows
    }
}
