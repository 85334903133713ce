// SPDX-License-Identifier: MIT

extension Look {
    /// Every value of a look but its name, in the order of the reference.
    public static let keys: [LookKey] =
        barKeys + tabKeys + buttonKeys + mannerKeys + motionKeys + colorKeys

    private static let barKeys: [LookKey] = [
        .text("identifier", \.identifier, "What assistive programs call the bar."),
        .length("bar.height", \.bar.height, "The container's height.", in: 24...1000),
        .length("bar.corner_radius", \.bar.cornerRadius, "Of the container's corners."),
        .length("bar.side_margin", \.bar.sideMargin, "Between the container and the screen's sides."),
        .length("bar.bottom_margin", \.bar.bottomMargin, "Between the container and the screen's lower edge."),
        .choice("bar.material", \.bar.material, "Whether what lies behind the container shines through."),
        .choice(
            "bar.reserve", \.bar.reserve,
            "What the compositor keeps clear of other windows: the bar, what is left of it when it is folded, or nothing."
        ),
        .length("bar.hairline", \.bar.hairline, "The thickness of the line along the upper edge."),
        .fraction("shadow.opacity", \.shadow.opacity, "How strong the container's shadow is."),
        .length("shadow.sigma", \.shadow.sigma, "The standard deviation of the shadow's Gaussian.", in: 0...100),
        .offset("shadow.offset_y", \.shadow.offsetY, "How far the shadow is moved downwards."),
        .choice("minimize.policy", \.minimized.policy, "When the bar folds."),
        .length("minimize.height", \.minimized.height, "The folded bar's height.", in: 24...1000),
        .length("minimize.width", \.minimized.width, "The folded bar's width; 0 is as wide as the bar."),
        .length("page.bottom_inset", \.page.bottomInset, "What a page keeps free at its bottom, at the least."),
        .length("safe_area.top", \.safeArea.top, "What the screen's shape takes away at its upper edge."),
        .length("safe_area.leading", \.safeArea.leading, "At its leading edge."),
        .length("safe_area.trailing", \.safeArea.trailing, "At its trailing edge."),
        .length("safe_area.bottom", \.safeArea.bottom, "At its lower edge; the bar grows by it."),
    ]

    private static let tabKeys: [LookKey] = [
        .choice(
            "row.layout", \.row.layout, "Targets of one size with gaps between them, or equal shares of the width."),
        .length("row.target", \.row.target, "A fixed target's width.", in: 24...1000),
        .length("row.minimum", \.row.minimum, "The least width of a target.", in: 24...1000),
        .length("row.top", \.row.top, "The targets' upper edge."),
        .length("row.height", \.row.height, "The targets' height.", in: 24...1000),
        .length("row.spacing", \.row.spacing, "Between fixed targets; the gaps shrink before the targets do."),
        .length("row.margin", \.row.margin, "At either end of the row."),
        .length(
            "row.button_slot", \.row.buttonSlot,
            "The width that the prominent button takes among equal tabs; 0 is the share of a tab."),
        .count("row.tabs", \.row.tabs, "How many tabs there must be beside the prominent button; 0 is any number."),
        .length("icon.size", \.icon.size, "The side of an icon at text scale 1.", in: 8...512),
        .length("icon.top", \.icon.top, "An icon's upper edge."),
        .length("icon.selected_top", \.icon.selectedTop, "An icon's upper edge on the selected tab."),
        .fraction("icon.opacity", \.icon.opacity, "How opaque an icon is on a tab that is not selected."),
        .factor("icon.selected_scale", \.icon.selectedScale, "The size of the selected tab's icon."),
        .flag("title.shown", \.title.isShown, "Whether titles are drawn."),
        LookKey(
            path: "title.families", kind: .texts(\.title.families), unit: "",
            summary: "The fonts' families; the first that is installed is taken."),
        .length("title.size", \.title.size, "The size of the font at text scale 1.", in: 4...200),
        .weight("title.weight", \.title.weight, "How heavy the letters are."),
        .weight("title.selected_weight", \.title.selectedWeight, "How heavy they are on the selected tab."),
        .length("title.top", \.title.top, "The upper edge of the line that the title stands in."),
        .length("title.height", \.title.height, "The height of that line."),
        .choice("indicator.shape", \.indicator.shape, "What marks the selected tab."),
        .length("indicator.width", \.indicator.width, "The indicator's width."),
        .length("indicator.height", \.indicator.height, "The indicator's height."),
        .length("indicator.top", \.indicator.top, "The indicator's upper edge."),
        .flag(
            "indicator.slides", \.indicator.slides, "Whether one indicator slides from tab to tab, instead of fading."),
        .factor("press.scale", \.press.scale, "The size of a tab under a finger.", in: 0.1...2),
        .fraction("press.opacity", \.press.opacity, "How opaque the disc behind a pressed tab is."),
        .length("badge.size", \.badge.size, "The size of a badge's font.", in: 4...100),
        .weight("badge.weight", \.badge.weight, "How heavy a badge's letters are."),
        .length("badge.padding_x", \.badge.paddingX, "Between a badge's text and its sides."),
        .length("badge.padding_y", \.badge.paddingY, "Between a badge's text and its upper and lower edge."),
        .offset("badge.offset_x", \.badge.offsetX, "How far a badge stands out beyond the icon's trailing edge."),
        .offset("badge.offset_y", \.badge.offsetY, "How far a badge's upper edge is below that of the icon."),
        .count("badge.maximum", \.badge.maximum, "The highest count that is shown."),
        .length("badge.dot", \.badge.dot, "The diameter of a badge without text."),
    ]

    private static let buttonKeys: [LookKey] = [
        .length("button.diameter", \.button.diameter, "The prominent button's diameter.", in: 8...512),
        .length("button.ring", \.button.ring, "The thickness of the ring around its gradient.", in: 0...256),
        .choice("button.gradient", \.button.gradient, "Which way its gradient runs."),
        .length("button.icon", \.button.icon, "The side of its icon.", in: 8...512),
        .offset("button.center_y", \.button.centerY, "Where its centre stands; negative is above the bar."),
        .fraction("button.shadow_opacity", \.button.shadow.opacity, "How strong its shadow is."),
        .length("button.shadow_sigma", \.button.shadow.sigma, "The standard deviation of its shadow.", in: 0...100),
        .offset("button.shadow_offset_y", \.button.shadow.offsetY, "How far its shadow is moved downwards."),
        LookKey(
            path: "button.open_rotation", kind: .number(\.button.openRotation, in: -360...360), unit: "degrees",
            summary: "How far its icon turns, clockwise, while its sheet or menu is open."),
        .length("menu.disc", \.menu.disc, "The diameter of an action's disc.", in: 8...512),
        .length("menu.icon", \.menu.icon, "The side of an action's icon.", in: 8...512),
        .length("menu.spacing", \.menu.spacing, "Between discs, and between the nearest one and the button."),
        .length("menu.label_size", \.menu.labelSize, "The size of a label's font.", in: 4...100),
        .weight("menu.label_weight", \.menu.labelWeight, "How heavy a label's letters are."),
        .length("menu.label_gap", \.menu.labelGap, "Between a label and its disc."),
        .factor("menu.start_scale", \.menu.startScale, "The size at which an action comes in.", in: 0.01...2),
        .seconds("menu.stagger", \.menu.stagger, "From one action's entrance to that of the next farther one."),
        .length("sheet.corner_radius", \.sheet.cornerRadius, "Of a sheet's upper corners."),
        .length("sheet.top", \.sheet.top, "What is left free above a sheet."),
        .length("sheet.maximum_width", \.sheet.maximumWidth, "The widest that a sheet gets.", in: 100...10_000),
    ]

    private static let mannerKeys: [LookKey] = [
        .factor("text_scale", \.textScale, "How much larger than usual text and icons are.", in: 0.5...4),
        .flag("reduced_motion", \.reducesMotion, "Whether everything changes without moving."),
        .flag("speech.enabled", \.speech.isEnabled, "Whether the bar speaks by itself, through speech-dispatcher."),
        .text("speech.hint", \.speech.hint, "What can be done with a tab that has no hint of its own."),
        .text("speech.selected_hint", \.speech.selectedHint, "The same for the selected tab."),
        .text("speech.one", \.speech.badgeSingular, "A tab's value while its badge counts one."),
        .text("speech.many", \.speech.badgePlural, "A tab's value while its badge counts more."),
        .choice("haptics.trigger", \.haptics.trigger, "When the device gives a short pulse, where it has a motor."),
        .fraction("haptics.strength", \.haptics.strength, "How strong the pulse is."),
        .seconds("haptics.duration", \.haptics.duration, "How long the pulse is."),
    ]

    private static let motionKeys: [LookKey] = MotionToken.allCases.map {
        LookKey(path: "motion.\($0.rawValue)", kind: .transition($0), unit: "", summary: summary(of: $0))
    }

    private static let colorKeys: [LookKey] = Appearance.allCases.flatMap { appearance in
        ColorToken.allCases.map {
            LookKey(
                path: "\(appearance.rawValue).\($0.rawValue)", kind: .color(appearance, $0), unit: "",
                summary: summary(of: $0))
        }
    }

    private static func summary(of token: MotionToken) -> String {
        switch token {
        case .select: "Icons and titles, as their tab is selected or left."
        case .indicator: "The indicator."
        case .press: "A tab, as a finger comes down on it."
        case .release: "A tab, as the finger is lifted."
        case .badge: "A badge that comes, goes or changes."
        case .button: "The prominent button, as its sheet or menu opens or closes."
        case .menuEnter: "An action of a menu that opens."
        case .menuLeave: "An action of a menu that closes."
        case .sheet: "A sheet."
        case .appearance: "The colours, from light to dark and back."
        case .minimize: "The bar, as it folds and unfolds."
        case .page: "The pages, as they take turns."
        }
    }

    private static func summary(of token: ColorToken) -> String {
        switch token {
        case .accent: "What other colours are derived from."
        case .background: "The container, or its upper edge where it is a gradient."
        case .backgroundEnd: "The container's lower edge."
        case .hairline: "The line along the upper edge."
        case .shadow: "The container's shadow."
        case .icon: "The icon of a tab that is not selected."
        case .selectedIcon: "The selected tab's icon."
        case .title: "The title of a tab that is not selected."
        case .selectedTitle: "The selected tab's title."
        case .indicator: "The indicator."
        case .badge: "A badge."
        case .badgeText: "A badge's text."
        case .button: "Where the prominent button's gradient begins."
        case .buttonEnd: "Where it ends."
        case .buttonRing: "The ring around it."
        case .buttonIcon: "The prominent button's icon."
        case .buttonShadow: "The prominent button's shadow."
        case .dim: "What lies over everything else while a menu or a sheet is open."
        case .menu: "The disc of a menu's action."
        case .menuIcon: "The icon of a menu's action."
        case .menuLabel: "The label of a menu's action."
        case .page: "What is behind the pages' content."
        case .sheet: "What is behind a sheet's content."
        }
    }
}
