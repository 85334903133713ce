// SPDX-License-Identifier: MIT

import TabModel

/// The looks that the tests walk through.
extension Look {
    static let stressMonitor = Look()

    static let aspireBudget: Look = {
        var look = Look()
        look.name = "aspire-budget"
        look.bar.height = 95
        look.bar.cornerRadius = 16
        look.row.layout = .equal
        look.row.margin = 0
        look.row.buttonSlot = 70
        look.row.top = 10
        look.row.height = 62
        look.row.tabs = 4
        look.icon.size = 30
        look.icon.top = 16
        look.icon.selectedTop = 16
        look.icon.opacity = 1
        look.title.isShown = true
        look.title.families = ["Nunito"] + look.title.families
        look.title.size = 14
        look.title.weight = 700
        look.title.selectedWeight = 700
        look.title.top = 54
        look.title.height = 10
        look.indicator.shape = .none
        look.press.opacity = 0
        look.press.scale = 0.94
        look.shadow = ShadowStyle(opacity: 0.12, sigma: 16, offsetY: 0)
        look.button.diameter = 70
        look.button.ring = 5
        look.button.gradient = .rising
        look.button.icon = 30
        look.button.centerY = 12.5
        look.button.openRotation = 0
        look.light[.icon] = RGBA(0x9A9AA5)
        look.light[.selectedIcon] = RGBA(0x2DC896)
        look.light[.title] = RGBA(0x9A9AA5)
        look.light[.selectedTitle] = RGBA(0x2DC896)
        look.dark[.icon] = RGBA(0xA5A4B8)
        look.dark[.selectedIcon] = RGBA(0x7EF192)
        look.dark[.title] = RGBA(0xA5A4B8)
        look.dark[.selectedTitle] = RGBA(0x7EF192)
        for palette in [\Look.light, \Look.dark] {
            look[keyPath: palette][.button] = RGBA(0x2DC896)
            look[keyPath: palette][.buttonEnd] = RGBA(0x7EF192)
            look[keyPath: palette][.buttonRing] = RGBA(0xFFFFFF)
            look[keyPath: palette][.buttonIcon] = RGBA(0xFFFFFF)
        }
        return look
    }()

    static let lucidpal: Look = {
        var look = Look()
        look.name = "lucidpal"
        look.bar.height = 80
        look.bar.hairline = 1
        look.row.layout = .equal
        look.row.margin = 0
        look.row.top = 4
        look.row.height = 50
        look.icon.size = 26
        look.icon.top = 8
        look.icon.selectedTop = 8
        look.icon.opacity = 1
        look.title.isShown = true
        look.title.size = 10
        look.title.weight = 500
        look.title.selectedWeight = 500
        look.title.top = 37
        look.title.height = 12
        look.indicator.shape = .none
        look.press.opacity = 0
        look.shadow.opacity = 0
        look.page.bottomInset = 80
        look.haptics.trigger = .selection
        look.light[.icon] = RGBA(0x8E8E93)
        look.light[.title] = RGBA(0x8E8E93)
        look.light[.selectedIcon] = RGBA(0x007AFF)
        look.light[.selectedTitle] = RGBA(0x007AFF)
        look.light[.hairline] = RGBA(0x000000, alpha: 0.15)
        look.dark[.icon] = RGBA(0x98989F)
        look.dark[.title] = RGBA(0x98989F)
        look.dark[.selectedIcon] = RGBA(0x0A84FF)
        look.dark[.selectedTitle] = RGBA(0x0A84FF)
        look.dark[.hairline] = RGBA(0xFFFFFF, alpha: 0.15)
        return look
    }()

    static let swiftKit: Look = {
        var look = Look()
        look.name = "swift-kit"
        look.bar.height = 87
        look.bar.material = .translucent
        look.bar.reserve = .none
        look.bar.hairline = 1
        look.row.layout = .equal
        look.row.margin = 8
        look.row.top = 12
        look.row.height = 47
        look.icon.size = 22
        look.icon.top = 13
        look.icon.selectedTop = 13
        look.icon.opacity = 1
        look.icon.selectedScale = 1.1
        look.title.isShown = true
        look.title.size = 10
        look.title.weight = 400
        look.title.selectedWeight = 600
        look.title.top = 40
        look.title.height = 12
        look.indicator.shape = .capsule
        look.indicator.width = 20
        look.indicator.height = 3
        look.indicator.top = 56
        look.indicator.slides = true
        look.press.scale = 0.85
        look.press.opacity = 0
        look.shadow.opacity = 0
        look.button.diameter = 52
        look.button.icon = 22
        look.button.centerY = 19.5
        look.button.shadow = ShadowStyle(opacity: 1, sigma: 8, offsetY: 4)
        look.speech.hint = "Double-tap to switch to {title}"
        look.speech.selectedHint = "Selected"
        look.motion[.select] = Transition(duration: 350_000_000, bounce: 0.3)
        look.motion[.indicator] = Transition(duration: 350_000_000, bounce: 0.3)
        look.motion[.press] = Transition(duration: 200_000_000, bounce: 0)
        look.motion[.release] = Transition(duration: 200_000_000, bounce: 0)
        look.motion[.button] = Transition(duration: 300_000_000, bounce: 0.4)
        look.motion[.page] = Transition(duration: 150_000_000, curve: .easeInOut)
        let accent: UInt32 = 0x6C5CE7
        look.light[.icon] = RGBA(0x000000, alpha: 0.4)
        look.light[.title] = RGBA(0x000000, alpha: 0.35)
        look.dark[.icon] = RGBA(0xFFFFFF, alpha: 0.5)
        look.dark[.title] = RGBA(0xFFFFFF, alpha: 0.4)
        for palette in [\Look.light, \Look.dark] {
            look[keyPath: palette][.accent] = RGBA(accent)
            look[keyPath: palette][.selectedIcon] = RGBA(accent)
            look[keyPath: palette][.selectedTitle] = RGBA(accent)
            look[keyPath: palette][.indicator] = RGBA(accent)
            look[keyPath: palette][.button] = RGBA(accent)
            look[keyPath: palette][.buttonEnd] = RGBA(accent, alpha: 0.8)
            look[keyPath: palette][.buttonIcon] = RGBA(0xFFFFFF)
            look[keyPath: palette][.buttonShadow] = RGBA(accent, alpha: 0.4)
            look[keyPath: palette][.background] = RGBA(0x000000, alpha: 0.3)
            look[keyPath: palette][.backgroundEnd] = RGBA(0x000000, alpha: 0.1)
            look[keyPath: palette][.hairline] = RGBA(0xFFFFFF, alpha: 0.3)
        }
        return look
    }()

    static let betterFit: Look = {
        var look = Look()
        look.name = "better-fit"
        look.bar.height = 64
        look.bar.cornerRadius = 32
        look.bar.sideMargin = 20
        look.bar.bottomMargin = 12
        look.bar.material = .translucent
        look.bar.reserve = .minimized
        look.row.layout = .equal
        look.row.margin = 8
        look.row.top = 6
        look.row.height = 52
        look.icon.size = 26
        look.icon.top = 10
        look.icon.selectedTop = 10
        look.icon.opacity = 1
        look.title.isShown = true
        look.title.size = 10
        look.title.weight = 500
        look.title.selectedWeight = 600
        look.title.top = 40
        look.title.height = 12
        look.indicator.shape = .none
        look.press.opacity = 0.08
        look.press.scale = 0.92
        look.shadow = ShadowStyle(opacity: 0.18, sigma: 12, offsetY: 4)
        look.minimized.policy = .onScrollDown
        look.minimized.height = 48
        look.minimized.width = 96
        look.light[.background] = RGBA(0xFFFFFF, alpha: 0.82)
        look.light[.backgroundEnd] = RGBA(0xFFFFFF, alpha: 0.82)
        look.light[.icon] = RGBA(0x3C3C43)
        look.light[.title] = RGBA(0x3C3C43)
        look.light[.selectedIcon] = RGBA(0xE8590C)
        look.light[.selectedTitle] = RGBA(0xE8590C)
        look.dark[.background] = RGBA(0x2C2C2E, alpha: 0.82)
        look.dark[.backgroundEnd] = RGBA(0x2C2C2E, alpha: 0.82)
        look.dark[.icon] = RGBA(0xEBEBF5)
        look.dark[.title] = RGBA(0xEBEBF5)
        look.dark[.selectedIcon] = RGBA(0xFF922B)
        look.dark[.selectedTitle] = RGBA(0xFF922B)
        return look
    }()
}
