// SPDX-License-Identifier: MIT
import Geometry
import Localization
import PageKit

extension FlashPage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let layout = layout(context, now: now)
        let theme = Theme(ownColors: context)
        let header = Part(.heading, localized("Flash"), id: "title", level: 1, in: layout.frame.header) {
            [painter] canvas, _ in
            painter.header(localized("Flash"), [localized("Quick relief")], layout.frame, on: canvas, theme: theme)
        }
        let exercises = zip(menu.exercises, layout.exercises).enumerated().map { index, exercise in
            Part(
                .button, exercise.0.name, id: "exercise/\(index)", description: exercise.0.pattern,
                isSelected: index == selected, in: exercise.1, radius: PagePainter.cardRadius
            ) { [self] canvas, state in
                drawExercise(index, in: exercise.1, layout, on: canvas, theme: theme, isPressed: state.isPressed)
            } press: { [self] in
                if run?.exercise == exercise.0 { toggle(now: now) } else { start(index, now: now) }
                return .redraw
            }
        }
        var parts = [
            header, guide(layout, context, now: now),
            Part(.group, localized("Exercises"), id: "exercises", children: exercises.numbered),
        ]
        if !menu.actions.isEmpty {
            let actions = zip(menu.actions, layout.actions).enumerated().map { index, action in
                chip(action.0, "action/\(index)", in: action.1, localized("records it"), layout, theme) { [self] in
                    record(action: action.0, now: now)
                }
            }
            parts.append(
                Part(
                    .group, localized("I just did"), id: "actions", in: layout.actionsTitle, children: actions.numbered
                ) { [self] canvas, _ in
                    drawTitle(localized("I just did"), layout.actionsTitle, layout, on: canvas, theme: theme)
                })
        }
        parts.append(
            Part(
                .group, localized("On my mind"), id: "notes", in: layout.notesTitle,
                children: notes(layout, context, theme, now: now)
            ) { [self] canvas, _ in
                drawTitle(localized("On my mind"), layout.notesTitle, layout, on: canvas, theme: theme)
            })
        return parts + toastParts(context, now: now)
    }

    private func guide(_ layout: FlashLayout, _ context: PageContext, now: UInt64) -> Part {
        let theme = Theme(ownColors: context)
        let position = run?.position(at: now)
        // The disc does the same as the first button, which the keys leave out.
        let disc = Part(id: "disc", in: layout.guideArea, radius: layout.guideRadius) { [self] canvas, state in
            drawDisc(position, layout, on: canvas, context: context, isPressed: state.isPressed)
        } press: { [self] in
            toggle(now: now)
            return .redraw
        }
        let buttons = layout.buttons(isRunning: run != nil).map { id, area in
            let title = title(ofGuideButton: id)
            return Part(.button, title, id: id, in: area, radius: area.height / 2) { [self] canvas, state in
                painter.button(
                    title, in: area, size: layout.frame.size(16), on: canvas, theme: theme,
                    pressed: state.isPressed, quiet: id == "end" || run?.isPaused == false)
            } press: { [self] in
                if id == "end" { end() } else { toggle(now: now) }
                return .redraw
            }.with { $0.takesFocus = id == "end" }
        }
        return Part(
            .group, guidedExercise.name, id: "guide", value: status(position), description: hint(position),
            in: layout.guideCard, children: [disc] + buttons
        ) { [self] canvas, _ in
            drawGuide(position, layout, on: canvas, theme: theme)
        }
    }

    private func notes(_ layout: FlashLayout, _ context: PageContext, _ theme: Theme, now: UInt64) -> [Part] {
        var parts = [
            Part(
                .textInput, localized("Note"), id: "note", value: noteField.text, in: layout.noteField,
                radius: layout.noteField.height / 2
            ) { [self] canvas, _ in
                drawNoteField(layout, on: canvas, theme: theme)
            } press: { [self] in
                interaction.focus("note")
                revealField(layout, context, now: now)
                return .redraw
            }
        ]
        if canSave {
            let area = layout.saveButton
            parts.append(
                Part(
                    .button, localized("Save"), id: "save", description: localized("records the note"), in: area,
                    radius: area.height / 2
                ) { [painter] canvas, state in
                    painter.button(
                        localized("Save"), in: area, size: layout.frame.size(15), on: canvas, theme: theme,
                        pressed: state.isPressed)
                } press: { [self] in
                    save(now: now)
                    return .redraw
                })
        }
        return parts
            + zip(menu.notes, layout.notes).enumerated().map { index, note in
                chip(note.0, "note/\(index)", in: note.1, localized("records it as a note"), layout, theme) { [self] in
                    record(note.0, now: now)
                }
            }
    }

    private func chip(
        _ title: String, _ id: String, in area: Rect, _ description: String, _ layout: FlashLayout, _ theme: Theme,
        press: @escaping () -> Void
    ) -> Part {
        Part(.button, title, id: id, description: description, in: area, radius: area.height / 2) {
            [painter] canvas, state in
            painter.pill(area, state.isPressed ? theme.cardPressed : theme.card, on: canvas, theme: theme)
            painter.line(title, size: layout.frame.size(15), weight: .semibold, theme.ink, width: area.width - 24)
                .draw(on: canvas, centeredIn: area)
        } press: {
            press()
            return .redraw
        }
    }
}
