// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit

/// The icon of an application as a tile.
struct IconTile {
    let choice: GuideChoice
    let frame: Rect

    /// Draws the application's icon; one that has none, or none yet, is the first letter of its title on a colour that follows
    /// from the title.
    func draw(
        on canvas: Canvas, _ pictures: IconPictures, _ painter: PagePainter, theme: Theme, isPressed: Bool = false
    ) {
        let opacity = isPressed ? 0.6 : 1
        if let icon = choice.icon, let picture = pictures(icon, Int((frame.width * canvas.scale).rounded())) {
            if picture.format == .argb32 {
                return canvas.draw(picture, at: Point(x: frame.x, y: frame.y), opacity: opacity)
            }
            return canvas.mask(picture, at: Point(x: frame.x, y: frame.y), color: theme.ink.opacity(opacity))
        }
        let radius = frame.width * 0.23
        let color = Self.colors[Self.number(choice.title) % Self.colors.count].opacity(opacity)
        canvas.fillRoundedRect(frame, radius: radius, color)
        let letter = painter.line(
            String(choice.title.prefix(1)).uppercased(), size: (frame.width * 0.46).rounded(), weight: .semibold, .white
        )
        letter.draw(on: canvas, centeredIn: frame)
    }

    private static let colors = [0x3B7DD8, 0x7A5BD0, 0xC24E8A, 0xC9543F, 0xB9761B, 0x3E8E4F, 0x1F8A8F, 0x5B6B80].map {
        Color(rgb: $0)
    }

    /// A number that is the same in each process.
    private static func number(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF }
    }
}
