import Geometry
import ShellModel

/// The place of a sheet on its surface, in logical pixels.
package struct SheetLayout: Equatable, Sendable {
    /// The inset of the card's content at its top, for the grabber and the close button.
    package static let headerHeight = 48.0
    package static let closeDiameter = 30.0
    package static let dragAreaHeight = 56.0

    /// The area within the screen's shape at the bar's edge.
    package let area: Rect
    /// The card when it is open. It extends to the lower edge of the screen.
    package let card: Rect
    package let cornerRadius: Double
    /// The insets of the card's content at rest: its header, and the screen's shape.
    package let insets: PageInsets

    /// - Parameters:
    ///   - edgeInset: the inset of the screen's shape at the bar's edge.
    ///   - edge: the bar's.
    package init(size: Size, style: SheetStyle, insets: PageInsets, edgeInset: Double, at edge: Edge = .bottom) {
        let insets = insets.limited(to: size)
        area = Self.area(of: size, without: edgeInset, at: edge)
        let availableWidth = size.width - insets.leading - insets.trailing
        let width = min(style.maximumWidth, availableWidth).rounded(.down)
        let top = min(style.top + insets.top, area.y + area.height / 2)
        card = Rect(
            x: (insets.leading + (availableWidth - width) / 2).rounded(), y: top.rounded(), width: width,
            height: max(size.height - top.rounded(), 0))
        self.insets = PageInsets(top: Self.headerHeight, bottom: size.height - area.maxY)
        cornerRadius = min(style.cornerRadius, card.width / 2, card.height / 2)
    }

    /// Returns the target of the close button, which is 12 px from the trailing corner of a card.
    package static func closeTarget(in card: Rect, isRightToLeft: Bool) -> Rect {
        let distance = 12 + closeDiameter / 2
        let center = Point(x: isRightToLeft ? card.x + distance : card.maxX - distance, y: card.y + distance)
        return Rect(center: center, width: 44, height: 44)
    }

    private static func area(of size: Size, without cover: Double, at edge: Edge) -> Rect {
        let (width, height) = (min(cover, size.width / 2), min(cover, size.height / 2))
        return switch edge {
        case .bottom: Rect(x: 0, y: 0, width: size.width, height: size.height - height)
        case .top: Rect(x: 0, y: height, width: size.width, height: size.height - height)
        case .left: Rect(x: width, y: 0, width: size.width - width, height: size.height)
        case .right: Rect(x: 0, y: 0, width: size.width - width, height: size.height)
        }
    }

    /// Returns the card's frame while it slides; `progress` is 0 when it is closed and 1 when it is open.
    package func frame(progress: Double) -> Rect {
        card.offset(y: (1 - progress) * card.height)
    }
}
