// SPDX-License-Identifier: MIT
import Geometry
import Localization
import PageKit

extension HomePage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let model = viewModel(at: now)
        let layout = HomeLayout(context, hasChart: model.hasChart)
        interaction.resize(content: layout.contentHeight, context, now: now)
        let theme = Theme(ownColors: context)
        let date = Formatters.date(model.today, today: model.today)
        let header = Part(
            .heading, localized("Today"), id: "title", description: date, level: 1, in: layout.frame.header
        ) { [painter] canvas, _ in
            painter.header(
                localized("Today"), [date, Formatters.short(model.today)], layout.frame, on: canvas, theme: theme)
        }
        var parts = [header, hero(model, layout, theme)]
        if let card = layout.chartCard {
            let values = model.curve.map { String(rounded($0.value) ?? 0) }.joined(separator: ", ")
            parts.append(
                Part(
                    .figure, chartTitle(model), id: "chart",
                    value: values.isEmpty ? localized("Nothing measured today") : values, in: card
                ) { [self] canvas, _ in
                    drawChart(model, layout, on: canvas, theme: theme)
                })
        }
        if let card = layout.weekCard {
            let values = model.week.compactMap { day in day.value.map { "\(day.name) \($0)" } }
            parts.append(
                Part(
                    .figure, Self.weekTitle, id: "week",
                    value: values.isEmpty ? localized("no level") : values.joined(separator: ", "), in: card
                ) { [self] canvas, _ in
                    drawWeek(model, in: card, layout.frame, on: canvas, theme: theme)
                })
        }
        let suggestion = model.suggestion
        parts.append(
            Part(
                .button, suggestion.title, id: "suggestion", description: suggestion.detail,
                in: layout.suggestionCard, radius: PagePainter.cardRadius
            ) { [self] canvas, state in
                drawSuggestion(suggestion, layout, on: canvas, theme: theme, isPressed: state.isPressed)
            } press: {
                .request(.select(tab: "flash"))
            })
        return parts
    }

    private func hero(_ model: HomeViewModel, _ layout: HomeLayout, _ theme: Theme) -> Part {
        let texts = [model.trend, model.measured].compactMap(\.self)
        var hero = Part(
            .meter, localized("Stress level"), id: "level",
            description: texts.isEmpty ? nil : texts.joined(separator: "; "), in: layout.heroCard
        ) { [self] canvas, _ in
            drawHero(model, layout, on: canvas, theme: theme)
        }
        switch model.state {
        case .loading: hero.node.value = localized("not read yet")
        case .failed(let reason):
            (hero.node.role, hero.node.label, hero.node.description) = (.alert, Self.failureTitle, reason)
        case .empty:
            (hero.node.role, hero.node.label, hero.node.description) = (.label, Self.emptyTitle, Self.emptyText)
        case .firstDays(let days, let needed):
            hero.node.label = localized("Learning what is usual")
            hero.node.value = localized(needed, one: "\(days) of \(needed) day", other: "\(days) of \(needed) days")
        case .stale: hero.node.value = localized("No recent reading")
        case .level(let level): hero.node.value = "\(level.value), \(level.category.word)"
        }
        hero.children = model.figures.map { figure in
            Part(
                .label, figure.name, id: "figure/\(figure.id)",
                value: figure.value.map { "\($0) \(figure.unit)" } ?? "–",
                description: figure.usual.map { localized("usual \($0)") })
        }
        return hero
    }
}
