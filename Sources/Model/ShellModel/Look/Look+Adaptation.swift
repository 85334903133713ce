// SPDX-License-Identifier: MIT

/// The adaptation of a look to a screen.
extension Look {
    /// The height of a screen below which a bar may be compact, logical pixels.
    public static let compactScreenHeight = 500.0
    /// The height of a compact bar's container.
    package static let compactHeight = 50.0
    /// The maximum gaps and sizes of a compact bar.
    private static let compact = (margin: 8.0, icon: 24.0, disc: 44.0, gap: 4.0)

    /// Returns the look with the bottom padding and the height that it has on a screen. Everything else about its
    /// geometry is derived from the result.
    ///
    /// - Parameter screenHeight: logical pixels; nil if it is unknown, as in a window.
    public func adapted(toScreenHeight screenHeight: Double?) -> Look {
        let isCompact =
            switch bar.compact {
            case .never: false
            case .auto: screenHeight.map { $0 < Self.compactScreenHeight } ?? false
            case .always: true
            }
        if isCompact, bar.height > Self.compactHeight { return compacted }
        return bar.bottomPadding == .auto ? withoutBottomPadding : self
    }

    /// The look with as much space below the tabs as above them.
    private var withoutBottomPadding: Look {
        var look = self
        look.lower(by: max(bar.height - row.top - row.height - row.top, 0))
        return look
    }

    /// The look with a low bar, in which titles are beside icons, over the indicator; below them if there is no room
    /// beside.
    private var compacted: Look {
        var look = self
        look.lower(by: bar.height - Self.compactHeight)
        look.bar.bottomMargin = min(bar.bottomMargin, Self.compact.margin)
        look.page.bottomInset = min(look.page.bottomInset, look.coveredHeight)
        look.row.height = min(max(row.minimum, Self.compact.disc), Self.compactHeight)
        look.row.top = (Self.compactHeight - look.row.height) / 2
        look.title.isBeside = true
        look.icon.size = min(icon.size, Self.compact.icon)
        look.icon.top = (Self.compactHeight - look.icon.size) / 2
        look.icon.selectedTop = look.icon.top
        look.indicator.top = look.icon.top + look.icon.size + Self.compact.gap
        look.indicator.height = min(indicator.height, 4)
        let factor = min(Self.compact.disc / max(button.diameter, 1), 1)
        look.button.diameter *= factor
        look.button.ring *= factor
        look.button.icon *= factor
        look.button.centerY = Self.compactHeight / 2
        look.minimized.height = min(minimized.height, Self.compactHeight)
        return look
    }

    private mutating func lower(by length: Double) {
        bar.height -= length
        page.bottomInset = max(page.bottomInset - length, 0)
    }
}
