// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit

extension Page {
    /// A press and a release at one place.
    public func tap(_ point: Point, _ context: PageContext, at now: UInt64) -> PageReaction {
        _ = pointer(.press(point), context: context, now: now)
        return pointer(.release(point), context: context, now: now)
    }

    /// The picture, as bytes.
    public func picture(_ context: PageContext, at now: UInt64, clip: Rect? = nil, over: Bitmap? = nil) -> [UInt8] {
        let bitmap =
            over ?? Bitmap(format: .argb32, width: Int(context.size.width), height: Int(context.size.height))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        if let clip {
            canvas.clipped(to: [clip]) { drawFull(on: canvas, context: context, now: now) }
        } else {
            drawFull(on: canvas, context: context, now: now)
        }
        return bitmap.withPixels { Array($0) }
    }
}
