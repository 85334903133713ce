import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension FlashPage {
    var guidedExercise: Exercise { run?.exercise ?? done ?? menu.exercises[selected] }

    /// The round and the remaining time, or the length.
    func status(_ position: Exercise.Position?) -> String {
        let exercise = guidedExercise
        guard let position else { return done == nil ? Formatters.length(exercise.length) : localized("Done") }
        let left = Self.clock(position.secondsLeft)
        return exercise.rounds > 1 ? localized("\(position.round) of \(exercise.rounds) · \(left)") : left
    }

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

    func drawGuide(_ position: Exercise.Position?, _ layout: FlashLayout, _ pen: Pen) {
        let (card, frame, theme) = (layout.guideCard, layout.frame, pen.theme)
        let (exercise, status) = (guidedExercise, status(position))
        pen.card(card)

        let baseline = card.y + frame.inset + frame.size(14)
        let availableWidth = card.width - 2 * frame.inset - 12
        let nameWidth = pen.line(exercise.name, 17, theme.ink, .semibold).size.width
        let full = pen.line(status, 14, theme.secondary, tabular: true)
        // If both do not fit, the remaining time is more important than the round.
        let fits = nameWidth + full.size.width <= availableWidth
        let left = position.map { Self.clock($0.secondsLeft) } ?? status
        let statusText =
            fits ? full : pen.line(left, 14, theme.secondary, width: availableWidth * 0.4, tabular: true)
        pen.draw(statusText, x: card.maxX - frame.inset, baseline: baseline, .trailing)
        let name = pen.line(
            exercise.name, 17, theme.ink, .semibold, width: availableWidth - statusText.size.width)
        pen.draw(name, x: card.x + frame.inset, baseline: baseline)

        pen.canvas.withoutMirror(in: Rect(center: layout.guideCenter, width: 0, height: 0)) {
            drawRing(exercise, position, layout, pen)
        }
        let hintText = pen.line(hint(position), 15, theme.secondary, width: card.width - 2 * frame.inset)
        pen.draw(hintText, x: card.center.x, baseline: layout.hintBaseline, .center)
    }

    /// Draws a ring with an arc for each phase, as long as the phase; the passed part of the round is coloured.
    private func drawRing(_ exercise: Exercise, _ position: Exercise.Position?, _ layout: FlashLayout, _ pen: Pen) {
        let radius = layout.guideRadius
        let width = max(radius * 0.03, 2.5)
        let gap = (width * 2.6) / radius
        func stroke(_ from: Double, _ to: Double, _ color: Color) {
            pen.canvas.strokeArc(
                center: layout.guideCenter, radius: radius, from: from, to: to, width: width, color: color)
        }
        var angle = -Double.pi / 2
        for (index, phase) in exercise.phases.enumerated() {
            let sweep = 2 * Double.pi * Double(phase.milliseconds) / Double(exercise.roundLength)
            let (from, to) = (angle + gap / 2, max(angle + sweep - gap / 2, angle + gap / 2))
            angle += sweep
            stroke(from, to, pen.theme.track)
            // After the end, all have passed.
            let present = position?.phase ?? (done == nil ? -1 : .max)
            guard index <= present else { continue }
            let progress = index < present ? 1 : position?.progress ?? 1
            stroke(from, from + (to - from) * progress, pen.theme.accentEnd)
        }
    }

    func drawDisc(
        _ position: Exercise.Position?, _ layout: FlashLayout, _ context: PageContext, _ pen: Pen, isPressed: Bool
    ) {
        let (canvas, theme) = (pen.canvas, pen.theme)
        let (center, ring) = (layout.guideCenter, layout.guideRadius)
        let fullness = context.reducedMotion ? 0.6 : position?.fullness ?? (done == nil ? 0.35 : 0.6)
        let radius = ring * (0.5 + 0.38 * fullness)
        pen.circle(center, radius, theme.accent.opacity(0.14))
        pen.circle(center, radius * 0.92, theme.accent.opacity(0.2))
        let core = radius * 0.83
        let shade = isPressed ? 0.16 : 0
        let gradient = Gradient(
            theme.accent.mixed(with: .black, fraction: shade), theme.accentEnd.mixed(with: .black, fraction: shade),
            from: Point(x: center.x - core, y: center.y - core), to: Point(x: center.x + core * 0.7, y: center.y + core)
        )
        canvas.fill(.circle(center: center, radius: core), with: .gradient(gradient))
        if done != nil, position == nil {
            let area = Rect(center: center, width: ring * 0.36, height: ring * 0.36)
            return Symbol.done.draw(in: area, on: canvas, color: .white)
        }
        guard let position else {
            // It points to the right in every language, as on a tape.
            return canvas.withoutMirror(in: Rect(center: center, width: 0, height: 0)) {
                let side = ring * 0.13
                var triangle = Path(
                    through: Point(x: center.x - side * 0.75, y: center.y - side),
                    Point(x: center.x + side * 1.15, y: center.y), Point(x: center.x - side * 0.75, y: center.y + side))
                triangle.close()
                canvas.fill(triangle, with: .color(.white))
                canvas.stroke(triangle, with: .color(.white), width: ring * 0.06)
            }
        }
        let textScale = min(max(context.textScale, 1), 1.4)
        let word = painter.line(
            guidedExercise.phases[position.phase].word, size: max(ring * 0.165 * textScale, 12), weight: .semibold,
            .white)
        let count = painter.line(
            "\(position.count)", size: max(ring * 0.145 * textScale, 11), weight: .medium, Color.white.opacity(0.9),
            tabular: true)
        pen.draw(word, x: center.x, baseline: center.y + ring * 0.01, .center)
        pen.draw(count, x: center.x, baseline: center.y + ring * 0.21 * textScale, .center)
    }

    func drawExercise(_ index: Int, in card: Rect, _ layout: FlashLayout, _ pen: Pen, isPressed: Bool) {
        let (frame, exercise, theme) = (layout.frame, menu.exercises[index], pen.theme)
        pen.card(card, pressed: isPressed)
        let side = layout.badgeSize
        let badge = Rect(
            x: card.x + (layout.hasTiles ? frame.inset : min(frame.inset, 16)),
            y: layout.hasTiles ? card.y + frame.inset : card.center.y - side / 2, width: side, height: side)
        if index == selected {
            pen.badge(exercise.symbol, in: badge, inset: side * 0.28)
        } else {
            pen.canvas.fillEllipse(in: badge, theme.accent.opacity(0.16))
            exercise.symbol.draw(in: badge.inset(by: side * 0.28), on: pen.canvas, color: theme.accentText)
        }
        let x = layout.hasTiles ? badge.x : badge.maxX + FlashLayout.badgeGap
        let width = card.maxX - FlashLayout.badgeGap - x
        // All titles have one size.
        var style = TextStyle(size: layout.exerciseTitleSize, weight: .semibold, color: theme.ink)
        (style.maxWidth, style.maxLines) = (width, 2)
        style.tracking = -0.012 * style.size
        let title = painter.text(exercise.name, style)
        let detail = pen.line(exercise.pattern, 13, theme.secondary, width: width)
        let height = title.size.height + detail.size.height + 2
        let middle = layout.hasTiles ? card.maxY - frame.inset - height / 2 : card.center.y
        pen.draw(title, above: detail, x: x, middle: middle)
    }

    private static func clock(_ seconds: Int) -> String { "\(seconds / 60):\(padded(seconds % 60, 2))" }
}
