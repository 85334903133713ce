// SPDX-License-Identifier: MIT
import TabModel

extension Look {
    /// The default look: the white bar of three icons with an ellipse under the selected one.
    public static let stressMonitor = Look(
        name: "stress-monitor",
        bar: BarGeometry(
            height: 119, target: 46, minimumTarget: 44, targetTop: 19, spacing: 80, margin: 65,
            icon: 24, selectedIconTop: 24, unselectedIconTop: 30, unselectedOpacity: 0.3,
            indicatorWidth: 20, indicatorHeight: 8, indicatorTop: 52),
        shadow: BarShadow(opacity: 0.1, sigma: 10, offsetY: -5),
        light: Palette(background: 0xFFFFFF, icon: 0x302E44, indicator: 0x302E44, page: 0xF6F5F3),
        dark: Palette(background: 0x302E44, icon: 0xFFFFFF, indicator: 0xFFFFFF, page: 0x1E1D2B),
        selection: Transition(duration: 200_000_000, curve: .easeInOut))
}
