// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GuidePage {
    private static let iconSide = 56.0

    /// Returns the first level: the tab's icon, what the page is for, and a button for each kind of content.
    func startParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        let title = centered(
            localized("Nothing here yet"), size: 22, .semibold, theme.ink, layout)
        let sentence = centered(
            localized("Choose what this tab shows."), size: 15, .regular, theme.secondary, layout)
        let buttons: [(id: String, label: String, icon: String, level: GuideLevel)] = [
            ("app", localized("App"), "apps", .applications), ("web", localized("Web Page"), "globe", .address),
            ("file", localized("File"), "document", .documents),
        ]
        let labels = buttons.map {
            painter.line(
                $0.label, size: 16 * layout.textScale, weight: .semibold, theme.filledText,
                width: layout.column.width - 80)
        }
        // In a row where all labels fit, else one below the other.
        let gap = 12.0
        let share = (layout.column.width - 2 * gap) / 3
        let widest = labels.reduce(0) { max($0, $1.size.width) } + 20 + 8 + 28
        let isRow = widest <= share
        let width = isRow ? min(max(widest, 124), share) : min(max(widest, 220), layout.column.width)
        let rows = isRow ? 1.0 : 3
        let buttonsHeight = rows * layout.buttonHeight + (rows - 1) * gap
        let problemText = problem.map { centered($0, size: 15, .regular, theme.alertText, layout) }
        let problemHeight = problemText.map { $0.size.height + 16 } ?? 0
        let height =
            Self.iconSide + 20 + title.size.height + 8 + sentence.size.height + 28 + buttonsHeight + problemHeight + 16
            + 44
        let start = max(layout.column.y + 16, (layout.column.center.y - height / 2).rounded())
        let icon = Rect(
            x: (layout.column.center.x - Self.iconSide / 2).rounded(), y: start, width: Self.iconSide,
            height: Self.iconSide)
        let name = context.tabs.first { $0.id == context.tab }?.icon ?? "window"
        var y = icon.maxY + 20
        var parts = [
            Part(in: icon) { [self] canvas, _ in
                draw(icon: name, in: icon, theme.ink.opacity(0.4), on: canvas)
            },
            text(title, .heading, localized("Nothing here yet"), id: "title", at: y, layout, level: 1),
        ]
        y += title.size.height + 8
        parts.append(
            text(sentence, .paragraph, localized("Choose what this tab shows."), id: "sentence", at: y, layout))
        y += sentence.size.height + 28
        let left = layout.column.center.x - (isRow ? (3 * width + 2 * gap) / 2 : width / 2)
        for (index, (button, label)) in zip(buttons, labels).enumerated() {
            let frame = Rect(
                x: (left + (isRow ? Double(index) * (width + gap) : 0)).rounded(),
                y: (y + (isRow ? 0 : Double(index) * (layout.buttonHeight + gap))).rounded(), width: width,
                height: layout.buttonHeight)
            parts.append(
                Part(.button, button.label, id: button.id, in: frame, radius: frame.height / 2) {
                    [self] canvas, state in
                    canvas.fillRoundedRect(
                        frame, radius: frame.height / 2, theme.accent.opacity(state.isPressed ? 0.7 : 1))
                    let start = frame.center.x - (20 + 8 + label.size.width) / 2
                    let symbol = Rect(x: start.rounded(), y: (frame.center.y - 10).rounded(), width: 20, height: 20)
                    draw(icon: button.icon, in: symbol, theme.filledText, on: canvas)
                    label.draw(
                        on: canvas, at: Point(x: symbol.maxX + 8, y: frame.center.y - label.size.height / 2))
                } press: { [self] in
                    go(to: button.level, context, now: now)
                })
        }
        y += buttonsHeight + 16
        if let problem, let problemText {
            parts.append(text(problemText, .alert, problem, id: "problem", at: y, layout))
            y += problemHeight
        }
        let byHand = painter.line(
            localized("By Hand"), size: 15 * layout.textScale, weight: .medium, theme.secondary,
            width: layout.column.width)
        let frame = Rect(
            x: layout.column.center.x - max(byHand.size.width + 32, 88) / 2, y: y,
            width: max(byHand.size.width + 32, 88), height: 44)
        parts.append(
            Part(.button, localized("By Hand"), id: "by-hand", in: frame, radius: 22) { canvas, state in
                byHand.draw(on: canvas, centeredIn: frame, opacity: state.isPressed ? 0.6 : 1)
            } press: { [self] in
                go(to: .byHand, context, now: now)
            })
        resize(.start, content: frame.maxY + 16 + context.insets.bottom, context, now: now)
        return parts
    }

    func centered(
        _ string: String, size: Double, _ weight: TextStyle.Weight, _ color: Color, _ layout: GuideLayout
    ) -> TextLayout {
        var style = TextStyle(size: size * layout.textScale, weight: weight, color: color)
        (style.maxWidth, style.alignment) = (layout.column.width, .center)
        style.tracking = -0.012 * style.size
        return painter.text(string, style)
    }

    /// Returns a text over the width of the column.
    func text(
        _ text: TextLayout, _ role: AccessibilityRole, _ label: String, id: String, at y: Double, _ layout: GuideLayout,
        level: Int? = nil
    ) -> Part {
        let frame = Rect(x: layout.column.x, y: y, width: layout.column.width, height: text.size.height)
        return Part(role, label, id: id, level: level, in: frame) { canvas, _ in
            text.draw(on: canvas, at: Point(x: frame.x, y: frame.y))
        }
    }

    func draw(icon: String, in frame: Rect, _ color: Color, on canvas: Canvas) {
        guard let picture = pictures(icon, Int((frame.width * canvas.scale).rounded())) else { return }
        let corner = Point(x: frame.x, y: frame.y)
        if picture.format == .argb32 {
            canvas.draw(picture, at: corner, opacity: color.alpha)
        } else {
            canvas.mask(picture, at: corner, color: color)
        }
    }
}
