extension Look {
    /// All values of a look except its name, in the order of the reference (docs/configuration.md), which explains them.
    public static let keys: [LookKey] =
        barKeys + tabKeys + buttonKeys + mannerKeys + motionKeys + colorKeys

    /// The keys by group, in the same order. A key outside all groups stands alone, without a group's name.
    public static let keyGroups: [(name: String?, keys: ArraySlice<LookKey>)] = keys.indices.reduce(into: []) {
        groups, index in
        let group = keys[index].group
        let isNext = group != nil && group == groups.last?.name
        let start = isNext ? groups.popLast()?.keys.startIndex ?? index : index
        groups.append((group, keys[start...index]))
    }

    private static let barKeys: [LookKey] = [
        LookKey("identifier", .text(\.identifier)),
        .choice("bar.position", \.bar.position),
        .length("bar.height", \.bar.height, in: 24...1000),
        .length("bar.corner_radius", \.bar.cornerRadius),
        .length("bar.side_margin", \.bar.sideMargin),
        .length("bar.bottom_margin", \.bar.bottomMargin),
        .choice("bar.material", \.bar.material),
        .choice("bar.reserve", \.bar.reserve),
        .length("bar.hairline", \.bar.hairline),
        .choice("bar.bottom_padding", \.bar.bottomPadding),
        .choice("bar.compact", \.bar.compact),
        .choice("bar.wide", \.bar.wide),
        .choice("bar.hide", \.bar.hide),
        .fraction("shadow.opacity", \.shadow.opacity),
        .length("shadow.sigma", \.shadow.sigma, in: 0...100),
        .offset("shadow.offset_y", \.shadow.offsetY),
        .choice("minimize.policy", \.minimized.policy),
        .length("minimize.height", \.minimized.height, in: 24...1000),
        .length("minimize.width", \.minimized.width),
        .length("page.bottom_inset", \.page.bottomInset),
        .length("safe_area.top", \.safeArea.top),
        .length("safe_area.leading", \.safeArea.leading),
        .length("safe_area.trailing", \.safeArea.trailing),
        .length("safe_area.bottom", \.safeArea.bottom),
    ]

    private static let tabKeys: [LookKey] = [
        .choice("row.layout", \.row.layout),
        .length("row.target", \.row.target, in: 24...1000),
        .length("row.minimum", \.row.minimum, in: 24...1000),
        .length("row.top", \.row.top),
        .length("row.height", \.row.height, in: 24...1000),
        .length("row.spacing", \.row.spacing),
        LookKey("row.fills_gaps", .flag(\.row.fillsGaps)),
        .length("row.margin", \.row.margin),
        .length("row.max_width", \.row.maximumWidth),
        .length("row.button_slot", \.row.buttonSlot),
        .count("row.tabs", \.row.tabs),
        LookKey("icon.shown", .flag(\.icon.isShown)),
        .length("icon.size", \.icon.size, in: 8...512),
        .length("icon.top", \.icon.top),
        .length("icon.selected_top", \.icon.selectedTop),
        .fraction("icon.opacity", \.icon.opacity),
        .factor("icon.selected_scale", \.icon.selectedScale),
        .factor("icon.bounce", \.icon.bounce, in: 0.1...2),
        LookKey("title.shown", .flag(\.title.isShown)),
        LookKey("title.families", .texts(\.title.families)),
        .length("title.size", \.title.size, in: 4...200),
        .weight("title.weight", \.title.weight),
        .weight("title.selected_weight", \.title.selectedWeight),
        .length("title.top", \.title.top),
        .length("title.height", \.title.height),
        .choice("indicator.shape", \.indicator.shape),
        .length("indicator.width", \.indicator.width),
        .length("indicator.height", \.indicator.height),
        .length("indicator.top", \.indicator.top),
        LookKey("indicator.slides", .flag(\.indicator.slides)),
        .factor("press.scale", \.press.scale, in: 0.1...2),
        .fraction("press.opacity", \.press.opacity),
        .length("badge.size", \.badge.size, in: 4...100),
        .weight("badge.weight", \.badge.weight),
        .length("badge.padding_x", \.badge.paddingX),
        .length("badge.padding_y", \.badge.paddingY),
        .offset("badge.offset_x", \.badge.offsetX),
        .offset("badge.offset_y", \.badge.offsetY),
        .count("badge.maximum", \.badge.maximum),
        LookKey("badge.plus", .flag(\.badge.hasPlus)),
        .length("badge.dot", \.badge.dot),
    ]

    private static let buttonKeys: [LookKey] = [
        .length("button.diameter", \.button.diameter, in: 8...512),
        .length("button.ring", \.button.ring, in: 0...256),
        .choice("button.gradient", \.button.gradient),
        .length("button.icon", \.button.icon, in: 8...512),
        .offset("button.center_y", \.button.centerY),
        .fraction("button.shadow_opacity", \.button.shadow.opacity),
        .length("button.shadow_sigma", \.button.shadow.sigma, in: 0...100),
        .offset("button.shadow_offset_y", \.button.shadow.offsetY),
        LookKey("button.open_rotation", .number(\.button.openRotation, in: -360...360), unit: "degrees"),
        .length("menu.disc", \.menu.disc, in: 8...512),
        .length("menu.icon", \.menu.icon, in: 8...512),
        .length("menu.spacing", \.menu.spacing),
        .length("menu.label_size", \.menu.labelSize, in: 4...100),
        .weight("menu.label_weight", \.menu.labelWeight),
        .length("menu.label_gap", \.menu.labelGap),
        .factor("menu.start_scale", \.menu.startScale, in: 0.01...2),
        .seconds("menu.stagger", \.menu.stagger),
        .length("sheet.corner_radius", \.sheet.cornerRadius),
        .length("sheet.top", \.sheet.top),
        .length("sheet.maximum_width", \.sheet.maximumWidth, in: 100...10_000),
    ]

    private static let mannerKeys: [LookKey] = [
        .factor("text_scale", \.textScale, in: Preferences.textScales),
        .choice("contrast", \.contrast),
        LookKey("reduced_motion", .flag(\.reducesMotion)),
        .choice("transparency", \.transparency),
        .choice("direction", \.direction),
        LookKey("outputs", .texts(\.outputs)),
        LookKey("speech.enabled", .flag(\.speech.isEnabled)),
        LookKey("speech.hint", .text(\.speech.hint)),
        LookKey("speech.selected_hint", .text(\.speech.selectedHint)),
        LookKey("speech.one", .text(\.speech.badgeSingular)),
        LookKey("speech.many", .text(\.speech.badgePlural)),
        LookKey("speech.dot", .text(\.speech.badgeDot)),
        LookKey("speech.language", .text(\.speech.language)),
        LookKey("speech.rate", .integer(\.speech.rate, in: -100...100)),
        LookKey("speech.volume", .integer(\.speech.volume, in: -100...100)),
        LookKey("speech.voice", .text(\.speech.voice)),
        LookKey("haptics.enabled", .flag(\.haptics.isEnabled)),
        .choice("haptics.trigger", \.haptics.trigger),
        .choice("haptics.kind", \.haptics.kind),
        .fraction("haptics.strength", \.haptics.strength),
        .seconds("haptics.duration", \.haptics.duration),
    ]

    private static let motionKeys: [LookKey] = MotionToken.allCases.map {
        LookKey("motion.\($0.rawValue)", .transition($0))
    }

    private static let colorKeys: [LookKey] = Appearance.allCases.flatMap { appearance in
        ColorToken.allCases.map { LookKey("\(appearance.rawValue).\($0.rawValue)", .color(appearance, $0)) }
    }
}
