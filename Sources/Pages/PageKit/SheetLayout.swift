// SPDX-License-Identifier: MIT

import Geometry
import ShellModel

/// Where a sheet is on its surface; logical pixels.
package struct SheetLayout: Equatable, Sendable {
    /// What the card's content keeps free at its top, for the grabber.
    package static let grabberRoom = 20.0
    /// How far down from the card's upper edge a finger can take hold of it.
    package static let grip = 56.0

    /// What the card slides in, and what takes presses: all that the bar leaves free.
    package let area: Rect
    /// The card in its place.
    package let card: Rect
    package let cornerRadius: Double

    /// - Parameters:
    ///   - barCover: how much of the bar lies over the surface's lower edge.
    package init(size: Size, style: SheetStyle, insets: PageInsets, barCover: Double) {
        let insets = insets.limited(to: size)
        area = Rect(x: 0, y: 0, width: size.width, height: max(size.height - min(barCover, size.height / 2), 0))
        let room = size.width - insets.leading - insets.trailing
        let width = min(style.maximumWidth, room).rounded(.down)
        let top = min(style.top + insets.top, area.height / 2)
        card = Rect(
            x: (insets.leading + (room - width) / 2).rounded(), y: top.rounded(), width: width,
            height: (area.height - top.rounded()))
        cornerRadius = min(style.cornerRadius, card.width / 2, card.height / 2)
    }

    /// The card's place on its way; `share` is 0 away and 1 in its place.
    package func card(at share: Double) -> Rect {
        card.offset(y: (1 - share) * card.height)
    }
}
