// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import SurfaceKit

/// The image of the "pointer" cursor (a hand), for compositors without cursor-shape.
enum PointerCursor {
    static var image: CursorImage {
        let bitmap = Bitmap(format: .argb32, width: 24, height: 24)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        // A finger, three knuckles and a palm, as rounded boxes: white, on a slightly larger dark outline.
        let parts = [
            Rect(x: 8, y: 2, width: 4, height: 14), Rect(x: 11, y: 8, width: 4, height: 9),
            Rect(x: 14, y: 9, width: 4, height: 8), Rect(x: 17, y: 10, width: 3.5, height: 8),
            Rect(x: 4.5, y: 11, width: 5, height: 4), Rect(x: 7, y: 12, width: 13.5, height: 10),
        ]
        for part in parts { canvas.fillRoundedRect(part.inset(by: -1), radius: 3, Color(rgb: 0x302E44)) }
        for part in parts { canvas.fillRoundedRect(part, radius: 2, .white) }
        return CursorImage(width: 24, height: 24, pixels: bitmap.words, hotspotX: 10, hotspotY: 2)
    }
}
