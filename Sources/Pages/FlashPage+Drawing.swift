// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import Glibc
internal import PageKit
internal import TextKit

extension FlashPage {
    func drawGuide(_ layout: FlashLayout, on canvas: Canvas, context: PageContext, now: UInt64) {
        let theme = Theme(context.appearance)
        let exercise = Self.exercises[selected]
        let position = position(at: now)
        let card = layout.guideCard
        painter.card(card, on: canvas, theme: theme)

        let isTight = layout.hintBaseline == nil
        let inset = isTight ? 16.0 : 24
        let titleSize = painter.size(isTight ? 14 : 17, context)
        let baseline = card.y + inset + titleSize * 0.8
        let status = painter.line(
            position.map { "Round \($0.cycle) · \(Self.clock($0.seconds))" } ?? "\(exercise.cycleSeconds) s a round",
            size: painter.size(isTight ? 12 : 14, context), weight: .medium, theme.secondary, tabular: true)
        status.draw(on: canvas, baseline: Point(x: card.maxX - inset, y: baseline), anchor: .trailing)
        let name = painter.line(
            exercise.name, size: titleSize, weight: .semibold, theme.ink,
            width: card.width - 2 * inset - status.size.width - 12)
        name.draw(on: canvas, baseline: Point(x: card.x + inset, y: baseline))

        drawRing(exercise, position, layout, on: canvas, theme: theme)
        drawDisc(exercise, position, layout, on: canvas, context: context)
        if let hintBaseline = layout.hintBaseline {
            let hint = painter.line(
                position.map { exercise.phases[$0.phase].hint } ?? "Press to begin", size: painter.size(15, context),
                weight: .medium, theme.secondary)
            hint.draw(on: canvas, baseline: Point(x: card.center.x, y: hintBaseline), anchor: .center)
        }
        painter.pill(
            position == nil ? "Start" : "Stop", in: layout.button, on: canvas, context: context,
            pressed: pressed == .guide, quiet: position != nil)
    }

    /// A ring of one arc for each phase, as long as the phase takes; what has passed of the round is coloured.
    private func drawRing(
        _ exercise: Exercise, _ position: Exercise.Position?, _ layout: FlashLayout, on canvas: Canvas, theme: Theme
    ) {
        let (center, radius) = (layout.guideCenter, layout.guideRadius)
        let width = max(radius * 0.03, 2.5)
        let gap = (width * 2.6) / radius
        var angle = -Double.pi / 2
        for (index, phase) in exercise.phases.enumerated() {
            let sweep = 2 * Double.pi * Double(phase.seconds) / Double(exercise.cycleSeconds)
            let (from, to) = (angle + gap / 2, angle + sweep - gap / 2)
            angle += sweep
            canvas.strokeArc(center: center, radius: radius, from: from, to: to, width: width, color: theme.track)
            guard let position, index <= position.phase else { continue }
            let end = index < position.phase ? to : from + (to - from) * position.progress
            canvas.strokeArc(center: center, radius: radius, from: from, to: end, width: width, color: theme.accentEnd)
        }
    }

    private func drawDisc(
        _ exercise: Exercise, _ position: Exercise.Position?, _ layout: FlashLayout, on canvas: Canvas,
        context: PageContext
    ) {
        let theme = Theme(context.appearance)
        let (center, ring) = (layout.guideCenter, layout.guideRadius)
        let fullness = context.reducedMotion ? 0.6 : position?.fullness ?? 0.35
        let radius = ring * (0.5 + 0.38 * fullness)
        canvas.fill(.circle(center: center, radius: radius), with: .color(theme.accent.opacity(0.14)))
        canvas.fill(.circle(center: center, radius: radius * 0.92), with: .color(theme.accent.opacity(0.2)))
        let core = radius * 0.83
        canvas.fill(
            .circle(center: center, radius: core),
            with: .gradient(
                Gradient(
                    theme.accent, theme.accentEnd, from: Point(x: center.x - core, y: center.y - core),
                    to: Point(x: center.x + core * 0.7, y: center.y + core))))
        guard let position else {
            var triangle = Path()
            let side = ring * 0.13
            triangle.move(to: Point(x: center.x - side * 0.75, y: center.y - side))
            triangle.line(to: Point(x: center.x + side * 1.15, y: center.y))
            triangle.line(to: Point(x: center.x - side * 0.75, y: center.y + side))
            triangle.close()
            canvas.fill(triangle, with: .color(.white))
            canvas.stroke(triangle, with: .color(.white), width: ring * 0.06)
            return
        }
        let word = painter.line(
            exercise.phases[position.phase].word, size: max(ring * 0.165, 12), weight: .semibold, .white)
        let count = painter.line(
            "\(position.count)", size: max(ring * 0.145, 11), weight: .medium, Color.white.opacity(0.88),
            tabular: true)
        word.draw(on: canvas, baseline: Point(x: center.x, y: center.y + ring * 0.01), anchor: .center)
        count.draw(on: canvas, baseline: Point(x: center.x, y: center.y + ring * 0.21), anchor: .center)
    }

    func drawAction(_ index: Int, in card: Rect, on canvas: Canvas, context: PageContext, now: UInt64) {
        let theme = Theme(context.appearance)
        let exercise = index < Self.exercises.count ? Self.exercises[index] : nil
        let isRunning = exercise != nil && index == selected && startedAt != nil
        painter.card(card, on: canvas, theme: theme, pressed: pressed == .action(index))

        let isWide = card.width > 230
        let inset = card.height < 84 ? 14.0 : isWide ? 22 : 16
        // A small card has room for its words only.
        let hasBadge = card.width >= 170 || card.height >= 96
        let badge = hasBadge ? min(card.height - 2 * inset, isWide ? 48 : 36) : 0
        let badgeY = isWide || card.height < 96 ? card.center.y - badge / 2 : card.y + inset
        let circle = Rect(x: card.x + inset, y: badgeY, width: badge, height: badge)
        if isRunning && hasBadge {
            canvas.fill(
                .circle(center: circle.center, radius: badge / 2),
                with: .gradient(
                    Gradient(
                        theme.accent, theme.accentEnd, from: Point(x: circle.x, y: circle.y),
                        to: Point(x: circle.maxX, y: circle.maxY))))
        } else if hasBadge {
            canvas.fillEllipse(in: circle, theme.accent.opacity(0.16))
        }
        if hasBadge {
            drawGlyph(
                index, in: circle.inset(by: badge * 0.3), on: canvas, color: isRunning ? .white : theme.accentText)
        }

        let title = exercise?.name ?? "Quick note"
        let summary = exercise.map { isRunning ? "Running" : $0.summary } ?? noteText(at: now)
        let isBeside = isWide || card.height < 96
        let left = isBeside ? circle.maxX + (isWide ? 16 : hasBadge ? 10 : 0) : card.x + inset
        var width = card.maxX - inset + 4 - left
        if let exercise, card.width > 320 {
            let pattern = painter.line(
                exercise.pattern, size: painter.size(14, context), weight: .medium, theme.tertiary, tabular: true)
            pattern.draw(
                on: canvas,
                at: Point(x: card.maxX - inset - pattern.size.width, y: card.center.y - pattern.size.height / 2))
            width -= pattern.size.width + 16
        }
        let titleText = painter.line(
            title, size: painter.size(isWide ? 16 : 14, context), weight: .semibold, theme.ink, width: width)
        let summaryText = painter.line(
            summary, size: painter.size(isWide ? 14 : 12.5, context), isRunning ? theme.accentText : theme.secondary,
            width: width)
        let height = titleText.size.height + summaryText.size.height + 2
        let top = isBeside ? card.center.y - height / 2 : card.maxY - inset + 3 - height
        titleText.draw(on: canvas, at: Point(x: left, y: top))
        summaryText.draw(on: canvas, at: Point(x: left, y: top + titleText.size.height + 2))
    }

    /// A small drawing for an action: a box, a moon, rings, lines of writing.
    private func drawGlyph(_ index: Int, in box: Rect, on canvas: Canvas, color: Color) {
        let width = max(box.width * 0.12, 1.6)
        switch index {
        case 0:
            let square = Path.roundedRect(box.inset(by: box.width * 0.06), radius: box.width * 0.24)
            canvas.stroke(square, with: .color(color), width: width)
        case 1:
            var moon = Path()
            let radius = box.width * 0.47
            moon.arc(center: box.center, radius: radius, from: 0.1, to: 1.6 * .pi - 0.1)
            let (x, y) = (box.center.x + radius * cos(0.1), box.center.y + radius * sin(0.1))
            let top = Point(
                x: box.center.x + radius * cos(1.6 * .pi - 0.1), y: box.center.y + radius * sin(1.6 * .pi - 0.1))
            moon.move(to: Point(x: x, y: y))
            moon.curve(
                to: top, control1: Point(x: x - radius * 0.75, y: y + radius * 0.5),
                control2: Point(x: top.x - radius * 0.62, y: top.y + radius * 0.72))
            canvas.stroke(moon, with: .color(color), width: width)
        case 2:
            canvas.stroke(.circle(center: box.center, radius: box.width * 0.47), with: .color(color), width: width)
            canvas.fill(.circle(center: box.center, radius: box.width * 0.2), with: .color(color))
        default:
            for (row, share) in [1, 1, 0.55].enumerated() {
                let y = box.y + box.height * (0.14 + 0.36 * Double(row))
                canvas.strokeLine(
                    from: Point(x: box.x, y: y), to: Point(x: box.x + box.width * share, y: y), width: width, color,
                    cap: .round)
            }
        }
    }

    private static func clock(_ seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
