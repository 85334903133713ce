public import Geometry

extension Look {
    /// The height of a screen below which a bar may be compact, and the width for a rail; logical pixels.
    public static let compactScreenSize = 500.0
    package static let compactHeight = 50.0
    /// The minimum width of a screen for a wide bar; logical pixels.
    public static let wideScreenWidth = 1280.0
    /// The sizes in a wide bar: the row with its gap above and below, its parts, a rail, and a tab's height and inset in it.
    private static let wide = (
        row: 44.0, gap: 6.0, length: 720.0, share: 128.0, icon: 22.0, titleGap: 8.0, title: 15.0, weight: 500,
        rail: 200.0, railShare: 48.0, railInset: 20.0, buttonGap: 8.0
    )
    /// The maximum gaps and sizes of a compact bar.
    private static let compact = (margin: 8.0, icon: 24.0, disc: 44.0, gap: 4.0)

    /// Returns the look with its bottom padding and height on a screen (logical pixels; nil if unknown, as in a
    /// window), and with the row of a rail if it is one. All other geometry is derived from the result.
    public func adapted(to screen: Size?) -> Look {
        let isRail = bar.position.isSide
        let isCompact =
            switch bar.compact {
            case .never: false
            case .auto: screen.map { (isRail ? $0.width : $0.height) < Self.compactScreenSize } ?? false
            case .always: true
            }
        let isWide =
            switch bar.wide {
            case .never: false
            case .auto: screen.map { $0.width >= Self.wideScreenWidth } ?? false
            case .always: true
            }
        var look = self
        if isCompact, bar.height > Self.compactHeight {
            look = compacted
        } else if isWide, title.isShown {
            look = widened
            if isRail { look.becomeWideRail() }
            return look
        } else if isRail || bar.bottomPadding == .auto {
            // The side of a screen lacks a home indicator: as much space at its edge as on the tabs' other side.
            look.lower(by: max(bar.height - row.top - row.height - row.top, 0))
        }
        if isRail { look.becomeRail() }
        return look
    }

    /// Gives equal tabs the length of a rail's width, fixed ones their height: tabs are only as far apart as content needs.
    private mutating func becomeRail() {
        // The rail's edge would cut a disc that is raised towards the pages.
        button.centerY = bar.height / 2
        row.maximumShare = bar.height
        row.target = max(row.target, row.height)
        // The rail lacks room for a title beside an icon.
        if title.isBeside { title.isShown = false }
        title.isBeside = false
    }

    /// Gives a rail the width for titles, with closely stacked tabs that begin at its leading edge.
    private mutating func becomeWideRail() {
        bar.height = Self.wide.rail
        button.centerY = bar.height / 2
        page.bottomInset = 0
        row.maximumShare = Self.wide.railShare
        row.target = max(row.target, row.height)
        row.leadingInset = Self.wide.railInset
        row.margin = max(row.margin, Self.wide.buttonGap)
        row.buttonSlot = max(row.buttonSlot, button.diameter + 2 * Self.wide.buttonGap)
    }

    /// The look with titles beside icons in a wide row. The button is as far above the row's middle as before.
    private var widened: Look {
        var look = self
        let raised = row.top + row.height / 2 - button.centerY
        look.row.top = Self.wide.gap
        look.row.height = max(Self.wide.row, row.minimum)
        look.lower(by: max(bar.height - look.row.height - 2 * Self.wide.gap, 0))
        look.row.top = max((look.bar.height - look.row.height) / 2, 0)
        if row.maximumWidth > 0 { look.row.maximumWidth = max(row.maximumWidth, Self.wide.length) }
        look.row.comfortableShare = Self.wide.share
        look.button.centerY = look.bar.height / 2 - raised
        look.title.isBeside = true
        look.title.besideGap = Self.wide.titleGap
        look.title.size = Self.wide.title
        (look.title.weight, look.title.selectedWeight) = (Self.wide.weight, Self.wide.weight)
        look.icon.size = Self.wide.icon
        look.icon.top = (look.bar.height - look.icon.size) / 2
        look.icon.selectedTop = look.icon.top
        look.indicator.height = min(indicator.height, 4)
        look.minimized.height = min(minimized.height, look.bar.height)
        return look
    }

    /// The look with a low bar: titles beside icons, over the indicator, or below them for lack of room.
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
