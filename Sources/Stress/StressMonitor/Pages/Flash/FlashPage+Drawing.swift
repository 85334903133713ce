// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension FlashPage {
    /// The exercise in the guide.
    var guidedExercise: Exercise { run?.exercise ?? done ?? menu.exercises[selected] }

    /// The round and the time that is left, or the length.
    func status(_ position: Exercise.Position?) -> String {
        let exercise = guidedExercise
        guard let position else { return done == nil ? Formatters.length(exercise.length) : localized("Done") }
        let left = Self.clock(position.secondsLeft)
        return exercise.rounds > 1 ? localized("\(position.round) of \(exercise.rounds) · \(left)") : left
    }

    /// The text below the guide.
    func hint(_ position: Exercise.Position?) -> String {
        let exercise = guidedExercise
        if let position { return run?.isPaused == true ? localized("Paused") : exercise.phases[position.phase].hint }
        return done == nil
            ? "\(exercise.summary) · \(exercise.pattern)"
            : localized("Well done · \(Formatters.length(exercise.length)) recorded")
    }

    func title(ofGuideButton id: String) -> String {
        if id == "end" { return localized("End") }
        guard let run else { return done == nil ? localized("Start") : localized("Again") }
        return run.isPaused ? localized("Continue") : localized("Pause")
    }

    func drawGuide(_ position: Exercise.Position?, _ layout: FlashLayout, on canvas: Canvas, theme: Theme) {
        let (card, frame) = (layout.guideCard, layout.frame)
        let exercise = guidedExercise
        painter.card(card, on: canvas, theme: theme)

        let status = status(position)
        let baseline = card.y + frame.inset + frame.size(14)
        let availableWidth = card.width - 2 * frame.inset - 12
        let nameWidth = painter.line(exercise.name, size: frame.size(17), weight: .semibold, theme.ink).size.width
        let full = painter.line(status, size: frame.size(14), weight: .medium, theme.secondary, tabular: true)
        // If not both fit, the remaining time is more important than the round.
        let fits = nameWidth + full.size.width <= availableWidth
        let statusText =
            fits
            ? full
            : painter.line(
                position.map { Self.clock($0.secondsLeft) } ?? status, size: frame.size(14), weight: .medium,
                theme.secondary, width: availableWidth * 0.4, tabular: true)
        statusText.draw(on: canvas, baseline: Point(x: card.maxX - frame.inset, y: baseline), anchor: .trailing)
        let name = painter.line(
            exercise.name, size: frame.size(17), weight: .semibold, theme.ink,
            width: availableWidth - statusText.size.width)
        name.draw(on: canvas, baseline: Point(x: card.x + frame.inset, y: baseline))

        canvas.withoutMirror(in: Rect(center: layout.guideCenter, width: 0, height: 0)) {
            drawRing(exercise, position, layout, on: canvas, theme: theme)
        }
        let hintText = painter.line(
            hint(position), size: frame.size(15), weight: .medium, theme.secondary, width: card.width - 2 * frame.inset)
        hintText.draw(on: canvas, baseline: Point(x: card.center.x, y: layout.hintBaseline), anchor: .center)
    }

    /// Draws a ring with an arc for each phase, as long as the phase; the passed part of the round is coloured.
    private func drawRing(
        _ exercise: Exercise, _ position: Exercise.Position?, _ layout: FlashLayout, on canvas: Canvas, theme: Theme
    ) {
        let (center, radius) = (layout.guideCenter, layout.guideRadius)
        let width = max(radius * 0.03, 2.5)
        let gap = (width * 2.6) / radius
        var angle = -Double.pi / 2
        for (index, phase) in exercise.phases.enumerated() {
            let sweep = 2 * Double.pi * Double(phase.milliseconds) / Double(exercise.roundLength)
            let (from, to) = (angle + gap / 2, max(angle + sweep - gap / 2, angle + gap / 2))
            angle += sweep
            canvas.strokeArc(center: center, radius: radius, from: from, to: to, width: width, color: theme.track)
            let progress: Double
            if let position {
                guard index <= position.phase else { continue }
                progress = index < position.phase ? 1 : position.progress
            } else {
                guard done != nil else { continue }
                progress = 1
            }
            canvas.strokeArc(
                center: center, radius: radius, from: from, to: from + (to - from) * progress, width: width,
                color: theme.accentEnd)
        }
    }

    func drawDisc(
        _ position: Exercise.Position?, _ layout: FlashLayout, on canvas: Canvas, context: PageContext, isPressed: Bool
    ) {
        let theme = Theme(ownColors: context)
        let exercise = guidedExercise
        let (center, ring) = (layout.guideCenter, layout.guideRadius)
        let fullness = context.reducedMotion ? 0.6 : position?.fullness ?? (done == nil ? 0.35 : 0.6)
        let radius = ring * (0.5 + 0.38 * fullness)
        canvas.fill(.circle(center: center, radius: radius), with: .color(theme.accent.opacity(0.14)))
        canvas.fill(.circle(center: center, radius: radius * 0.92), with: .color(theme.accent.opacity(0.2)))
        let core = radius * 0.83
        let shade = isPressed ? 0.16 : 0
        canvas.fill(
            .circle(center: center, radius: core),
            with: .gradient(
                Gradient(
                    theme.accent.mixed(with: .black, fraction: shade),
                    theme.accentEnd.mixed(with: .black, fraction: shade),
                    from: Point(x: center.x - core, y: center.y - core),
                    to: Point(x: center.x + core * 0.7, y: center.y + core))))
        if done != nil, position == nil {
            return Symbol.done.draw(
                in: Rect(center: center, width: ring * 0.36, height: ring * 0.36), on: canvas, color: .white)
        }
        guard let position else {
            // It points to the right in every language, as on a tape.
            return canvas.withoutMirror(in: Rect(center: center, width: 0, height: 0)) {
                var triangle = Path()
                let side = ring * 0.13
                triangle.move(to: Point(x: center.x - side * 0.75, y: center.y - side))
                triangle.line(to: Point(x: center.x + side * 1.15, y: center.y))
                triangle.line(to: Point(x: center.x - side * 0.75, y: center.y + side))
                triangle.close()
                canvas.fill(triangle, with: .color(.white))
                canvas.stroke(triangle, with: .color(.white), width: ring * 0.06)
            }
        }
        let textScale = min(max(context.textScale, 1), 1.4)
        let word = painter.line(
            exercise.phases[position.phase].word, size: max(ring * 0.165 * textScale, 12), weight: .semibold, .white)
        let count = painter.line(
            "\(position.count)", size: max(ring * 0.145 * textScale, 11), weight: .medium, Color.white.opacity(0.9),
            tabular: true)
        word.draw(on: canvas, baseline: Point(x: center.x, y: center.y + ring * 0.01), anchor: .center)
        count.draw(on: canvas, baseline: Point(x: center.x, y: center.y + ring * 0.21 * textScale), anchor: .center)
    }

    func drawExercise(
        _ index: Int, in card: Rect, _ layout: FlashLayout, on canvas: Canvas, theme: Theme, isPressed: Bool
    ) {
        let (frame, exercise) = (layout.frame, menu.exercises[index])
        painter.card(card, on: canvas, theme: theme, pressed: isPressed)
        let inset = min(frame.inset, 16)
        let side = layout.badgeSize
        let badge = Rect(
            x: card.x + (layout.hasTiles ? frame.inset : inset),
            y: layout.hasTiles ? card.y + frame.inset : card.center.y - side / 2, width: side, height: side)
        let symbol = badge.inset(by: side * 0.28)
        if index == selected {
            painter.badge(exercise.symbol, in: badge, inset: side * 0.28, on: canvas, theme: theme)
        } else {
            canvas.fillEllipse(in: badge, theme.accent.opacity(0.16))
            exercise.symbol.draw(in: symbol, on: canvas, color: theme.accentText)
        }
        let x = layout.hasTiles ? badge.x : badge.maxX + FlashLayout.badgeGap
        let width = card.maxX - FlashLayout.badgeGap - x
        // All titles have one size.
        let title = painter.line(
            exercise.name, size: layout.exerciseTitleSize, weight: .semibold, theme.ink, width: width,
            smallest: layout.exerciseTitleSize)
        let detail = painter.line(
            exercise.pattern, size: frame.size(13), weight: .medium, theme.secondary, width: width)
        let height = title.size.height + detail.size.height + 2
        let center = layout.hasTiles ? card.maxY - frame.inset - height / 2 : card.center.y
        TextLayout.draw(title, detail, x: x, centerY: center, on: canvas)
    }

    func drawTitle(_ title: String, _ area: Rect, _ layout: FlashLayout, on canvas: Canvas, theme: Theme) {
        painter.line(title, size: layout.frame.size(15), weight: .semibold, theme.secondary)
            .draw(on: canvas, at: Point(x: area.x + 4, y: area.y))
    }

    func drawNoteField(_ layout: FlashLayout, on canvas: Canvas, theme: Theme) {
        let (area, frame) = (layout.noteField, layout.frame)
        let shape = noteShape(layout, theme: theme)
        painter.pill(area, theme.card, on: canvas, theme: theme)
        if shape.isFocused {
            canvas.stroke(
                .roundedRect(area.inset(by: 1), radius: area.height / 2 - 1), with: .color(theme.accentText), width: 2)
        }
        let hint = painter.line(
            localized("Write a note…"), size: frame.size(15), weight: .medium, theme.tertiary,
            width: shape.textArea.width)
        shape.draw(hint, on: canvas, theme: theme)
    }

    private static func clock(_ seconds: Int) -> String { "\(seconds / 60):\(padded(seconds % 60, 2))" }
}
