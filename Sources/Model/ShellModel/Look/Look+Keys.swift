// SPDX-License-Identifier: MIT

extension Look {
    /// All values of a look except its name, in the order of the reference.
    public static let keys: [LookKey] =
        barKeys + tabKeys + buttonKeys + mannerKeys + motionKeys + colorKeys

    /// The keys by group, in the same order. A key outside of all groups is alone, without a group's name.
    public static let keyGroups: [(name: String?, keys: [LookKey])] = keys.reduce(into: []) { groups, key in
        guard let group = key.group, group == groups.last?.name else { return groups.append((key.group, [key])) }
        groups[groups.count - 1].keys.append(key)
    }

    private static let barKeys: [LookKey] = [
        .text("identifier", \.identifier, "The accessibility identifier of the bar."),
        .choice(
            "bar.position", \.bar.position,
            "The edge of the screen. At the left and the right one the bar is a rail, with its tabs one below the other: lengths across and along the edge keep their keys, so `bar.height` is its width, while icons, titles and indicators stay upright. An ordinary window has its bar at the bottom."
        ),
        .length(
            "bar.height", \.bar.height,
            "The container's height. A rail is as wide, without the bottom padding.", in: 24...1000),
        .length("bar.corner_radius", \.bar.cornerRadius, "The radius of the container's corners."),
        .length(
            "bar.side_margin", \.bar.sideMargin,
            "The gap between the container and the screen's sides, or at the ends of a rail."),
        .length(
            "bar.bottom_margin", \.bar.bottomMargin,
            "The gap between the container and the screen's lower edge, or that of the bar's position."),
        .choice(
            "bar.material", \.bar.material,
            "The material of the container: opaque, or translucent so that the background is visible."),
        .choice(
            "bar.reserve", \.bar.reserve,
            "The area that the compositor keeps clear of windows: the bar, the minimized bar, or nothing. Pages extend below a bar that is translucent or floats, whatever is reserved."
        ),
        .length("bar.hairline", \.bar.hairline, "The thickness of the line along the edge at the pages."),
        .choice(
            "bar.bottom_padding", \.bar.bottomPadding,
            "The space between the tabs and the screen's edge: what the bar's height leaves (`fixed`), or as much as on their other side with the safe area's inset (`auto`), for screens without a home indicator. A rail is always `auto`."
        ),
        .choice(
            "bar.compact", \.bar.compact,
            "The condition under which the bar is 50 px high with titles beside icons, and a rail 50 px wide without titles; `auto` is on a screen lower than 500 px, for a rail one narrower than that."
        ),
        .choice(
            "bar.hide", \.bar.hide,
            "The condition under which the bar slides out over its edge, and gives up its exclusive zone: never, while a window is in front of the page or is the page (`when-covered`), or always."
        ),
        .fraction("shadow.opacity", \.shadow.opacity, "The opacity of the container's shadow."),
        .length("shadow.sigma", \.shadow.sigma, "The standard deviation of the shadow's Gaussian.", in: 0...100),
        .offset(
            "shadow.offset_y", \.shadow.offsetY,
            "The downward offset of the shadow; towards the screen's edge for a bar that extends along all of it."),
        .choice("minimize.policy", \.minimized.policy, "The condition under which the bar is minimized."),
        .length("minimize.height", \.minimized.height, "The height of the minimized bar.", in: 24...1000),
        .length("minimize.width", \.minimized.width, "The width of the minimized bar; 0 is the width of the bar."),
        .length("page.bottom_inset", \.page.bottomInset, "The minimum inset of a page at the bar's edge."),
        .length("safe_area.top", \.safeArea.top, "The inset at the upper edge for the shape of the screen."),
        .length("safe_area.leading", \.safeArea.leading, "The inset at the left edge."),
        .length("safe_area.trailing", \.safeArea.trailing, "The inset at the right edge."),
        .length(
            "safe_area.bottom", \.safeArea.bottom,
            "The inset at the lower edge. The bar grows by the one at its own edge."),
    ]

    private static let tabKeys: [LookKey] = [
        .choice(
            "row.layout", \.row.layout,
            "The layout of the targets: a fixed size with gaps, or equal parts of the width."),
        .length("row.target", \.row.target, "A fixed target's width.", in: 24...1000),
        .length(
            "row.minimum", \.row.minimum,
            "The minimum width of a target. A row that does not fit even so is scrolled to the selected tab.",
            in: 24...1000),
        .length("row.top", \.row.top, "The targets' upper edge."),
        .length("row.height", \.row.height, "The targets' height.", in: 24...1000),
        .length("row.spacing", \.row.spacing, "The gap between fixed targets; gaps shrink before targets do."),
        .flag(
            "row.fills_gaps", \.row.fillsGaps,
            "True if a press between two fixed targets is one on the nearer; false if it is one on neither."),
        .length("row.margin", \.row.margin, "The gap at either end of the row."),
        .length(
            "row.max_width", \.row.maximumWidth,
            "The maximum width of the row, and of a container with margins or round corners; 0 is any width. With many tabs it is larger, so that each has twice the minimum. A rail's length, which is as many times its width as it has tabs, is limited by it."
        ),
        .length(
            "row.button_slot", \.row.buttonSlot,
            "The width of the prominent button's slot among equal tabs; 0 is the width of a tab."),
        .count("row.tabs", \.row.tabs, "The required number of tabs beside the prominent button; 0 is any number."),
        .length("icon.size", \.icon.size, "The side length of an icon at text scale 1.", in: 8...512),
        .length("icon.top", \.icon.top, "The upper edge of an icon."),
        .length("icon.selected_top", \.icon.selectedTop, "The upper edge of the selected tab's icon."),
        .fraction("icon.opacity", \.icon.opacity, "The opacity of the icon of a tab that is not selected."),
        .factor("icon.selected_scale", \.icon.selectedScale, "The size of the selected tab's icon."),
        .flag("title.shown", \.title.isShown, "True if titles are drawn."),
        LookKey(
            path: "title.families", kind: .texts(\.title.families), unit: "",
            summary: "The font families; the first installed one is used."),
        .length("title.size", \.title.size, "The size of the font at text scale 1.", in: 4...200),
        .weight("title.weight", \.title.weight, "The font weight."),
        .weight("title.selected_weight", \.title.selectedWeight, "The font weight on the selected tab."),
        .length("title.top", \.title.top, "The upper edge of the title's line."),
        .length("title.height", \.title.height, "The height of the title's line."),
        .choice("indicator.shape", \.indicator.shape, "The shape of the selected tab's indicator."),
        .length("indicator.width", \.indicator.width, "The indicator's width."),
        .length("indicator.height", \.indicator.height, "The indicator's height."),
        .length("indicator.top", \.indicator.top, "The indicator's upper edge."),
        .flag(
            "indicator.slides", \.indicator.slides, "True if one indicator slides from tab to tab instead of fading."),
        .factor("press.scale", \.press.scale, "The size of a tab that is pressed.", in: 0.1...2),
        .fraction("press.opacity", \.press.opacity, "The opacity of the disc behind a pressed tab."),
        .length("badge.size", \.badge.size, "The size of a badge's font.", in: 4...100),
        .weight("badge.weight", \.badge.weight, "The font weight of a badge."),
        .length("badge.padding_x", \.badge.paddingX, "The padding between a badge's text and its sides."),
        .length(
            "badge.padding_y", \.badge.paddingY, "The padding between a badge's text and its upper and lower edge."),
        .offset("badge.offset_x", \.badge.offsetX, "The offset of a badge's trailing edge from that of the icon."),
        .offset(
            "badge.offset_y", \.badge.offsetY, "The downward offset of a badge's upper edge from that of the icon."),
        .count("badge.maximum", \.badge.maximum, "The highest count that is displayed."),
        .length("badge.dot", \.badge.dot, "The diameter of a badge without text."),
    ]

    private static let buttonKeys: [LookKey] = [
        .length("button.diameter", \.button.diameter, "The prominent button's diameter.", in: 8...512),
        .length("button.ring", \.button.ring, "The thickness of the ring around its gradient.", in: 0...256),
        .choice("button.gradient", \.button.gradient, "The direction of its gradient."),
        .length("button.icon", \.button.icon, "The side length of its icon.", in: 8...512),
        .offset("button.center_y", \.button.centerY, "The y coordinate of its centre; negative is above the bar."),
        .fraction("button.shadow_opacity", \.button.shadow.opacity, "The opacity of its shadow."),
        .length("button.shadow_sigma", \.button.shadow.sigma, "The standard deviation of its shadow.", in: 0...100),
        .offset("button.shadow_offset_y", \.button.shadow.offsetY, "The downward offset of its shadow."),
        LookKey(
            path: "button.open_rotation", kind: .number(\.button.openRotation, in: -360...360), unit: "degrees",
            summary: "The clockwise rotation of its icon while its sheet or menu is open."),
        .length("menu.disc", \.menu.disc, "The diameter of an action's disc.", in: 8...512),
        .length("menu.icon", \.menu.icon, "The side length of an action's icon.", in: 8...512),
        .length("menu.spacing", \.menu.spacing, "The gap between discs, and between the nearest one and the button."),
        .length("menu.label_size", \.menu.labelSize, "The size of a label's font.", in: 4...100),
        .weight("menu.label_weight", \.menu.labelWeight, "The font weight of a label."),
        .length("menu.label_gap", \.menu.labelGap, "The gap between a label and its disc."),
        .factor("menu.start_scale", \.menu.startScale, "The initial size of an action that appears.", in: 0.01...2),
        .seconds(
            "menu.stagger", \.menu.stagger, "The delay between the appearance of one action and the next farther one."),
        .length("sheet.corner_radius", \.sheet.cornerRadius, "The radius of a sheet's upper corners."),
        .length("sheet.top", \.sheet.top, "The gap above a sheet."),
        .length("sheet.maximum_width", \.sheet.maximumWidth, "The maximum width of a sheet.", in: 100...10_000),
    ]

    private static let mannerKeys: [LookKey] = [
        .factor(
            "text_scale", \.textScale, "The factor by which text and icons are enlarged.", in: Preferences.textScales),
        .choice(
            "contrast", \.contrast,
            "The contrast with the background: that of the colours, or with `more` at least 7 : 1 for text and 4.5 : 1 for icons, on opaque ground. Colours that are too faint become darker or lighter.",
            socketNames: ["standard": "normal"]
        ),
        .flag(
            "reduced_motion", \.reducesMotion, "True if every change is immediate. `motion = \"reduced\"` is the same."),
        .choice(
            "transparency", \.transparency,
            "The transparency of the bar: that of its material, or with `reduced` none. What dims the page remains."),
        .choice(
            "direction", \.direction,
            "The direction of the layout: that of the language of the environment, from left to right, or from right to left. The bar, the pages, their transitions, gestures and keys are mirrored; positions at the left and the right edge are not."
        ),
        LookKey(
            path: "outputs", kind: .texts(\.outputs), unit: "",
            summary:
                "The outputs that have a bar and may have the pages: names, descriptions (make, model and serial number), or `*` for all."
        ),
        .flag("speech.enabled", \.speech.isEnabled, "True if the bar speaks by itself, through speech-dispatcher."),
        .text("speech.hint", \.speech.hint, "The accessibility hint of a tab that has none of its own."),
        .text("speech.selected_hint", \.speech.selectedHint, "The accessibility hint of the selected tab."),
        .text("speech.one", \.speech.badgeSingular, "The accessibility value of a tab whose badge counts 1."),
        .text("speech.many", \.speech.badgePlural, "The accessibility value of a tab whose badge counts more."),
        .text("speech.dot", \.speech.badgeDot, "The accessibility value of a tab whose badge is a dot."),
        .text(
            "speech.language", \.speech.language,
            "The language that is spoken, such as `en` or `pt-BR`; empty for that of speech-dispatcher."),
        LookKey(
            path: "speech.rate", kind: .integer(\.speech.rate, in: -100...100), unit: "",
            summary: "The speed of the voice; 0 is the normal one."),
        LookKey(
            path: "speech.volume", kind: .integer(\.speech.volume, in: -100...100), unit: "",
            summary: "The volume of the voice; 100 is the normal one."),
        .text(
            "speech.voice", \.speech.voice,
            "The name of a voice of the synthesizer, as `spd-say -L` lists it; empty for the default one."),
        .flag("haptics.enabled", \.haptics.isEnabled, "True if the bar and pages may use the vibration motor."),
        .choice(
            "haptics.trigger", \.haptics.trigger,
            "The trigger of the bar's own haptic feedback, if the device has a vibration motor."),
        .choice("haptics.kind", \.haptics.kind, "The kind of the bar's own haptic feedback."),
        .fraction(
            "haptics.strength", \.haptics.strength,
            "The strength of a light pulse, as a part of the motor's; the other kinds are in proportion."),
        .seconds(
            "haptics.duration", \.haptics.duration, "The duration of a light pulse; the other kinds are in proportion."),
    ]

    private static let motionKeys: [LookKey] = MotionToken.allCases.map {
        LookKey(path: "motion.\($0.rawValue)", kind: .transition($0), unit: "", summary: $0.summary)
    }

    private static let colorKeys: [LookKey] = Appearance.allCases.flatMap { appearance in
        ColorToken.allCases.map {
            LookKey(
                path: "\(appearance.rawValue).\($0.rawValue)", kind: .color(appearance, $0), unit: "",
                summary: $0.summary)
        }
    }
}
