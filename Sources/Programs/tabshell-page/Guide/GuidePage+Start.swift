import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GuidePage {
    /// Returns the first level: the tab's icon, the page's purpose, and a button for each kind of content.
    func startParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        // The height first.
        let height = start(from: 0, layout, context, now: now).y
        let top = EmptyStateLayout.top(ofHeight: height, in: layout.column)
        let column = start(from: top, layout, context, now: now)
        resize(.start, content: column.y + 16 + context.insets.bottom, context, now: now)
        return column.parts
    }

    private func start(from y: Double, _ layout: GuideLayout, _ context: PageContext, now: UInt64) -> GuideColumn {
        let theme = Theme(context)
        var column = GuideColumn(painter: painter, area: layout.column, textScale: layout.textScale, y: y)
        let (name, side) = (context.tabs.first { $0.id == context.tab }?.icon ?? "window", EmptyStateLayout.iconSide)
        column.add(height: side) { frame in
            let icon = Rect(x: (frame.center.x - side / 2).rounded(), y: frame.y, width: side, height: side)
            return Part(in: icon) { [pictures] canvas, _ in
                canvas.draw(name, from: pictures, in: icon, theme.ink.opacity(0.4))
            }
        }
        column.y += EmptyStateLayout.gap
        column.add(
            .heading, localized("Nothing here yet"), id: "title", size: EmptyStateLayout.titleSize, weight: .semibold,
            theme.ink, level: 1, isCentered: true)
        column.y += EmptyStateLayout.textGap
        column.add(
            .paragraph, localized("Choose what this tab shows."), id: "sentence", size: EmptyStateLayout.textSize,
            theme.secondary, isCentered: true)
        column.y += EmptyStateLayout.gap
        addButtons(to: &column, theme, layout, context, now: now)
        column.y += 16
        if let problem {
            column.add(.alert, problem, id: "problem", size: 15, theme.alertText, isCentered: true)
            column.y += 16
        }
        let byHand = painter.line(
            localized("By Hand"), size: 15 * layout.textScale, weight: .medium, theme.secondary,
            width: layout.column.width)
        column.add(height: 44) { frame in
            let frame = Rect(center: frame.center, width: max(byHand.size.width + 32, 88), height: 44)
            return Part(.button, localized("By Hand"), id: "by-hand", in: frame, radius: 22) { canvas, state in
                byHand.draw(on: canvas, centeredIn: frame, opacity: state.isPressed ? 0.6 : 1)
            } press: { [self] in
                go(to: .byHand, context, now: now)
            }
        }
        return column
    }

    /// Adds the buttons for the kinds of content, in a row if all labels fit, else one below the other.
    private func addButtons(
        to column: inout GuideColumn, _ theme: Theme, _ layout: GuideLayout, _ context: PageContext, now: UInt64
    ) {
        let buttons: [(id: String, label: String, icon: String, level: GuideLevel)] = [
            ("app", localized("App"), "apps", .applications), ("web", localized("Web Page"), "globe", .address),
            ("file", localized("File"), "document", .documents),
        ]
        let labels = buttons.map {
            painter.line(
                $0.label, size: 16 * layout.textScale, weight: .semibold, theme.onAccent,
                width: layout.column.width - 80)
        }
        let (gap, height) = (12.0, layout.buttonHeight)
        let share = (layout.column.width - 2 * gap) / 3
        let widest = labels.reduce(0) { max($0, $1.size.width) } + 20 + 8 + 28
        let isRow = widest <= share
        let width = isRow ? min(max(widest, 124), share) : min(max(widest, 220), layout.column.width)
        let step = isRow ? Point(x: width + gap, y: 0) : Point(x: 0, y: height + gap)
        let left = layout.column.center.x - width / 2 - step.x
        for (index, (button, label)) in zip(buttons, labels).enumerated() {
            let frame = Rect(
                x: (left + Double(index) * step.x).rounded(), y: (column.y + Double(index) * step.y).rounded(),
                width: width, height: height)
            column.parts.append(
                Part(.button, button.label, id: button.id, in: frame, radius: height / 2) { [self] canvas, state in
                    canvas.fillRoundedRect(frame, radius: height / 2, theme.accent.opacity(state.isPressed ? 0.7 : 1))
                    let start = frame.center.x - (20 + 8 + label.size.width) / 2
                    let symbol = Rect(x: start.rounded(), y: (frame.center.y - 10).rounded(), width: 20, height: 20)
                    canvas.draw(button.icon, from: pictures, in: symbol, theme.onAccent)
                    label.draw(
                        on: canvas, at: Point(x: symbol.maxX + 8, y: frame.center.y - label.size.height / 2))
                } press: { [self] in
                    go(to: button.level, context, now: now)
                })
        }
        column.y += 2 * step.y + height
    }
}
