// SPDX-License-Identifier: MIT

internal import Geometry
import Localization
public import PageKit
internal import StressModel

extension HomePage {
    public func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] {
        let model = viewModel(at: now)
        let layout = HomeLayout(context, hasChart: model.hasChart)
        let offset = gestures.scroller.offset(at: now)
        var hero = AccessibilityNode(
            .meter, localized("Stress level"), id: "level", description: description(of: model))
        switch model.state {
        case .loading: hero.value = localized("not read yet")
        case .failed(let reason): (hero.role, hero.label, hero.description) = (.alert, Self.failureTitle, reason)
        case .empty: (hero.role, hero.label, hero.description) = (.label, Self.emptyTitle, Self.emptyText)
        case .firstDays(let days, let needed):
            (hero.label, hero.value) = (
                localized("Learning what is usual"),
                localized(needed, one: "\(days) of \(needed) day", other: "\(days) of \(needed) days")
            )
        case .stale: hero.value = localized("No recent reading")
        case .level(let level): hero.value = "\(level.value), \(level.category.word)"
        }
        hero.bounds = layout.heroCard
        hero.children = model.figures.map { figure in
            AccessibilityNode(
                .label, figure.name, id: "figure/\(figure.id)",
                value: figure.value.map { "\($0) \(figure.unit)" } ?? "–",
                description: figure.usual.map { localized("usual \($0)") })
        }
        var nodes = [
            AccessibilityNode(
                .heading, localized("Today"), id: "title",
                description: Formatters.date(model.today, today: model.today), level: 1,
                bounds: layout.frame.header), hero,
        ]
        if let card = layout.chartCard {
            let values = model.curve.map { String(rounded($0.value) ?? 0) }.joined(separator: ", ")
            nodes.append(
                AccessibilityNode(
                    .figure, chartTitle(model), id: "chart",
                    value: values.isEmpty ? localized("Nothing measured today") : values, bounds: card))
        }
        nodes.append(
            AccessibilityNode(
                .button, model.suggestion.title, id: "suggestion", description: model.suggestion.detail,
                actions: [.click], bounds: layout.suggestionCard))
        return nodes.map { $0.offset(x: 0, y: -offset) }
    }

    private func description(of model: HomeViewModel) -> String? {
        let texts = [model.trend, model.measured].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
