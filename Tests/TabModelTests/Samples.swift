// SPDX-License-Identifier: MIT

import TabModel

enum Sample {
    static let transition = Transition(duration: 200_000_000, curve: .easeInOut)

    static let look = Look(
        name: "sample",
        bar: BarGeometry(
            height: 100, target: 44, minimumTarget: 40, targetTop: 10, spacing: 20, margin: 30, icon: 24,
            selectedIconTop: 20, unselectedIconTop: 26, unselectedOpacity: 0.5, indicatorWidth: 20,
            indicatorHeight: 8, indicatorTop: 50),
        shadow: BarShadow(opacity: 0.1, sigma: 10, offsetY: -5),
        light: Palette(background: 0xFFFFFF, icon: 0x111111, indicator: 0x222222, page: 0x333333),
        dark: Palette(background: 0x000000, icon: 0xEEEEEE, indicator: 0xDDDDDD, page: 0xCCCCCC),
        selection: transition)

    static func tab(_ id: TabID) -> Tab {
        Tab(id: id, title: id.rawValue, icon: "icon", spokenLabel: "", spokenHint: "", entrance: .crossFade)
    }

    static func state(_ ids: [TabID] = ["a", "b", "c"], selected: TabID? = nil) throws -> ShellState {
        try ShellState(tabs: ids.map(tab), look: look, selected: selected, now: 5)
    }
}
