import Canvas
import Geometry
import Localization
import PageKit

extension FlashPage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let (layout, pen) = (layout(context, now: now), pen(context))
        let header = header(localized("Flash"), [localized("Quick relief")], context)
        let exercises = zip(menu.exercises, layout.exercises).enumerated().map { index, exercise in
            Part.button(
                exercise.0.name, "exercise/\(index)", description: exercise.0.pattern, isSelected: index == selected,
                in: exercise.1, radius: PagePainter.cardRadius
            ) { [self] canvas, state in
                drawExercise(index, in: exercise.1, layout, pen(canvas), isPressed: state.isPressed)
            } press: { [self] in
                if run?.exercise == exercise.0 { toggle(now: now) } else { start(index, now: now) }
            }
        }
        let actions = zip(menu.actions, layout.actions).enumerated().map { index, action in
            chip(action.0, "action/\(index)", in: action.1, localized("records it"), pen) { [self] in
                record(action: action.0, now: now)
            }
        }
        var parts = [
            header, guide(layout, context, now: now),
            Part(.group, localized("Exercises"), id: "exercises", children: exercises.numbered),
        ]
        if !actions.isEmpty {
            parts.append(group(localized("I just did"), "actions", in: layout.actionsTitle, pen, actions.numbered))
        }
        let notes = notes(layout, context, pen, now: now)
        parts.append(group(localized("On my mind"), "notes", in: layout.notesTitle, pen, notes))
        return parts + toastParts(context, now: now)
    }

    /// Controls below a title.
    private func group(
        _ title: String, _ id: String, in area: Rect, _ pen: @escaping Pen.Maker, _ children: [Part]
    ) -> Part {
        Part(.group, title, id: id, in: area, children: children) { canvas, _ in
            let pen = pen(canvas)
            pen.draw(pen.line(title, 15, pen.theme.secondary, .semibold), x: area.x, top: area.y)
        }
    }

    private func guide(_ layout: FlashLayout, _ context: PageContext, now: UInt64) -> Part {
        let (position, pen) = (run?.position(at: now), pen(context))
        // The disc equals the first button, so the keys skip it.
        let disc = Part(id: "disc", in: layout.guideArea, radius: layout.guideRadius) { [self] canvas, state in
            drawDisc(position, layout, context, pen(canvas), isPressed: state.isPressed)
        } press: { [self] in
            toggle(now: now)
            return .redraw
        }.with { $0.takesFocus = false }
        let buttons = layout.buttons(isRunning: run != nil).map { id, area in
            let isQuiet = id == "end" || run?.isPaused == false
            return button(title(ofGuideButton: id), id, in: area, size: 16, isQuiet: isQuiet, pen) { [self] in
                if id == "end" { end() } else { toggle(now: now) }
            }
        }
        return Part(
            .group, guidedExercise.name, id: "guide", value: status(position), description: hint(position),
            in: layout.guideCard, children: [disc] + buttons
        ) { [self] canvas, _ in
            drawGuide(position, layout, pen(canvas))
        }
    }

    private func notes(
        _ layout: FlashLayout, _ context: PageContext, _ pen: @escaping Pen.Maker, now: UInt64
    ) -> [Part] {
        let field = Part(
            .textInput, localized("Note"), id: "note", value: noteField.text, in: layout.noteField,
            radius: layout.noteField.height / 2
        ) { [self] canvas, _ in
            let (pen, area) = (pen(canvas), layout.noteField)
            let shape = noteShape(layout, theme: pen.theme)
            pen.pill(area, pen.theme.card)
            if shape.isFocused {
                let ring = Path.roundedRect(area.inset(by: 1), radius: area.height / 2 - 1)
                canvas.stroke(ring, with: .color(pen.theme.accentText), width: 2)
            }
            let hint = pen.line(localized("Write a note…"), 15, pen.theme.tertiary, width: shape.textArea.width)
            shape.draw(hint, on: canvas, theme: pen.theme)
        } press: { [self] in
            interaction.focus("note")
            revealField(layout, context, now: now)
            return .redraw
        }
        let save = button(localized("Save"), "save", in: layout.saveButton, size: 15, pen) { [self] in
            self.save(now: now)
        }.with { $0.node.description = localized("records the note") }
        let texts = zip(menu.notes, layout.notes).enumerated().map { index, note in
            chip(note.0, "note/\(index)", in: note.1, localized("records it as a note"), pen) { [self] in
                record(note.0, now: now)
            }
        }
        return [field] + (canSave ? [save] : []) + texts
    }

    private func button(
        _ title: String, _ id: String, in area: Rect, size: Double, isQuiet: Bool = false, _ pen: @escaping Pen.Maker,
        press: @escaping () -> Void
    ) -> Part {
        .button(title, id, in: area, radius: area.height / 2) { canvas, state in
            pen(canvas).button(title, in: area, size: size, pressed: state.isPressed, quiet: isQuiet)
        } press: {
            press()
        }
    }

    private func chip(
        _ title: String, _ id: String, in area: Rect, _ description: String, _ pen: @escaping Pen.Maker,
        press: @escaping () -> Void
    ) -> Part {
        .button(title, id, description: description, in: area, radius: area.height / 2) { canvas, state in
            let pen = pen(canvas)
            pen.pill(area, state.isPressed ? pen.theme.cardPressed : pen.theme.card)
            pen.draw(pen.line(title, 15, pen.theme.ink, .semibold, width: area.width - 24), centeredIn: area)
        } press: {
            press()
        }
    }
}
