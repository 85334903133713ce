// SPDX-License-Identifier: MIT

import TabModel

extension Look {
    /// The bar, as it stands unfolded, from its upper edge to the screen's lower one.
    private var barCover: Double { bar.height + bar.bottomMargin + safeArea.bottom }

    /// How much of the bar lies over the pages: what it does not reserve.
    var coverOverPages: Double {
        switch bar.reserve {
        case .bar: 0
        case .minimized: max(bar.height - minimized.height, 0)
        case .none: barCover
        }
    }

    /// What a page keeps free at its edges.
    var pageInsets: PageInsets {
        PageInsets(
            top: safeArea.top, leading: safeArea.leading, bottom: max(page.bottomInset, coverOverPages),
            trailing: safeArea.trailing)
    }
}
